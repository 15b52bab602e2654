/// The page's style sheet on paper: no text is smaller than 8 points.
enum PrintStyle {
  static let css = """
    @media print{
     @page{margin:14mm}
     nav,.live #filter,.live .copy,#theme,#hint,.skip,.wholes{display:none}
     :root{--paper:#fff}
     html{font-size:13px}
     header,main,footer{width:100%}
     section{padding-top:1.4rem}
     h2,h3,h4{break-after:avoid}
     tr,.sample,.finding{break-inside:avoid}
     .frame{overflow:visible}
     .opening{display:block}
     .opening .headline{display:block}
     .overview{break-inside:avoid}
     table,thead th,caption,.note,.count,.remarks,.library,.interval,.details,.facts,.fact,.scale,
     .expected,.detail,.command,.figure .remark,.map .below,.unsupported,summary,code,footer,.payload,
     .strips,.strips .time,.strips .details,.overview .note,.figure dt,.sample figcaption,
     .sample summary,td summary,.map.dense td{font-size:11px}
     thead th,caption span,td,tbody th{white-space:normal;max-width:none}
     th,td{padding-right:.3rem}
     thead th{min-width:0;hyphens:auto}
     tbody .series>span,.dense thead .series>span{width:auto;max-width:14rem}
     tbody th{position:static}
     .estimate{display:none}
     .map.dense td{min-width:0;padding:.2rem .1rem}
     .map.dense{border-spacing:1px}
     .dense .key{width:18px}
     .plots,.latencies{grid-template-columns:1fr 1fr}
     .plot text{font-size:13.5px}
     .wide-figure svg text{font-size:14px}
     .strip text{font-size:11px}
     .legend button{border:0}
     .wide-figure{display:block}
     .narrow-figure{display:none}
     *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
    }
    """
}
