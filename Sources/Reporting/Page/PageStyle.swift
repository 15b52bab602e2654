/// The page's style sheet; colours come from ``Palette``.
enum PageStyle {
  static let css =
    frame + text + opening + tables + plots + pictures + PageStyle.tools + media + PrintStyle.css

  private static let frame = """
    *{box-sizing:border-box}
    html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
    body{margin:0;background:var(--paper);color:var(--ink);
     font:1rem/1.55 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;
     font-variant-numeric:tabular-nums lining-nums}
    header,main,footer{width:min(84rem,100% - 2.5rem);margin-inline:auto}
    header{padding:1.6rem 0 1rem;position:relative}
    main{padding-bottom:3rem;outline:none}
    section{padding-top:2.6rem;scroll-margin-top:2.4rem}
    footer{border-top:1px solid var(--rule);padding:1rem 0 2.5rem;color:var(--soft);font-size:.85rem}
    .bar{position:sticky;top:0;z-index:3;background:var(--paper);border-block:1px solid var(--rule)}
    nav ul{width:min(84rem,100% - 2.5rem);margin:auto;padding:0;display:flex;gap:1.3rem;
     list-style:none;overflow-x:auto;scrollbar-width:none}
    nav a{display:block;padding:.5rem 0;white-space:nowrap;color:var(--soft);text-decoration:none;
     font-size:.9rem}
    nav a:hover{color:var(--ink)}
    a{color:var(--link)}
    :focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:2px}
    .skip{position:absolute;left:-99rem;top:0;padding:.6rem 1rem;background:var(--ink);
     color:var(--paper);z-index:9}
    .skip:focus{left:0}
    #theme{position:absolute;right:0;top:1.1rem;font:inherit;font-size:.8rem;padding:.25rem .7rem;
     border:1px solid var(--strong-rule);border-radius:1rem;background:none;color:var(--ink);
     cursor:pointer}
    """

  private static let text = """
    h1,h2,.figure .number{font-family:Charter,"Iowan Old Style","Sitka Text",P052,"Palatino Linotype",Palatino,
     Cambria,Georgia,serif;
     font-weight:600;text-wrap:balance}
    h1{font-size:clamp(1.25rem,1rem + 1.1vw,1.8rem);line-height:1.2;margin:.15rem 0 .4rem;max-width:40em}
    h2{font-size:1.65rem;line-height:1.25;margin:0 0 .7rem}
    h3{font-size:1.05rem;margin:1.9rem 0 .6rem}
    h4{font-size:.95rem;margin:1.3rem 0 .6rem;display:flex;flex-wrap:wrap;gap:.2rem .7rem;
     align-items:baseline}
    p{margin:.5rem 0;max-width:46rem}
    .kicker{color:var(--soft);font-size:.9rem;margin:0;padding-right:9rem}
    .subtitle,.note,.count,.remarks{color:var(--soft);font-size:.9rem}
    .subtitle{max-width:none}
    .count{font-weight:400}
    .warning{border-left:.3rem solid var(--bad);padding:.3rem .8rem;font-weight:600}
    .headline h2{font-size:clamp(1.5rem,1.1rem + 1.7vw,2.4rem);line-height:1.12;margin-bottom:.6rem;
     overflow-wrap:anywhere}
    .lead{font-size:1.12rem}
    .figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(10.5rem,1fr));gap:0 1.6rem;
     margin:1.6rem 0 0;border-top:2px solid var(--ink)}
    .figure{padding:.7rem 0;display:flex;flex-direction:column}
    .figure dt{font-size:.85rem;color:var(--soft)}
    .figure dd{margin:0}
    .figure .number{font-size:1.35rem;line-height:1.3}
    .figure .remark{font-size:.8rem;color:var(--soft)}
    .findings{columns:24rem;column-gap:2.5rem}
    .finding{break-inside:avoid;padding-bottom:1.1rem}
    .finding h3{margin:0 0 .2rem;font-size:.95rem}
    .finding details{margin:.2rem 0}
    .finding ul{margin:0;padding-left:1.1rem;font-size:.92rem}
    main li{overflow-wrap:anywhere}
    td>ul{min-width:8rem}
    .entries{display:grid;grid-template-columns:minmax(7rem,max-content) 1fr;gap:.35rem 1.4rem;
     margin:.6rem 0;font-size:.92rem}
    .entries dt{font-weight:600}
    .entries dd{margin:0;max-width:46rem;overflow-wrap:anywhere}
    code{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.85em;
     overflow-wrap:anywhere}
    details{margin:.8rem 0}
    details:not([open])>:not(summary){display:none}
    summary{cursor:pointer;color:var(--link);font-size:.9rem}
    summary h3{display:inline-flex;margin:0 .8rem 0 0;color:var(--ink)}
    .series{display:inline-flex;gap:.4rem;align-items:center;max-width:100%;min-width:0}
    .series>span{overflow-wrap:anywhere;min-width:0}
    .key{width:26px;height:12px;flex:none}
    .details{display:block;font-weight:400;font-size:.8rem;color:var(--soft);overflow-wrap:anywhere}
    .details>span{display:inline-block;max-width:100%}
    .details.alarm{color:var(--bad);font-weight:600}
    .legend{display:flex;flex-wrap:wrap;gap:.3rem 1.4rem;list-style:none;padding:0;margin:.7rem 0;
     font-size:.92rem}
    .legend .series{align-items:baseline;text-align:left}
    .legend .details{max-width:24rem}
    .legend button{font:inherit;color:inherit;background:none;border:0;padding:.1rem 0;
     max-width:100%;text-align:left}
    .live .legend button{cursor:pointer;border-bottom:1px dotted var(--strong-rule)}
    .live .legend button:hover,.live .legend button:focus-visible{border-bottom-style:solid}
    .legend [aria-pressed=false]{color:var(--soft);text-decoration:line-through}
    .legend [aria-pressed=false] .key{opacity:.35}
    .wholes{display:none;gap:.8rem;margin:.4rem 0}
    .live .wholes{display:flex}
    .whole{font:inherit;font-size:.85rem;padding:.15rem .7rem;border:1px solid var(--strong-rule);
     border-radius:1rem;background:none;color:var(--ink);cursor:pointer}
    """

  /// The headline and the chart beside it: side by side if there is room, else the claim, the chart,
  /// and then the sentences, so that the first screen has a chart at every width.
  private static let opening = """
    .opening{display:flex;flex-direction:column;padding-top:1.2rem}
    .opening section{padding-top:0;min-width:0}
    .opening .headline{display:contents}
    .opening .headline>*{order:2}
    .opening .headline>h2{order:0}
    .overview{order:1;padding-bottom:.8rem}
    .question h2{font-size:clamp(1.2rem,1rem + .9vw,1.7rem);max-width:44em;margin:0}
    .question+section{padding-top:1.2rem}
    .question{padding-top:1.4rem}
    .long-claim .headline h2{font-size:clamp(1.1rem,.95rem + .6vw,1.4rem)}
    .overview h2{font-family:inherit;font-size:1rem;margin:.3rem 0 0}
    .overview .note{margin:.1rem 0 .5rem;font-size:.82rem}
    .strips{display:grid;grid-template-columns:auto fit-content(40%) minmax(4rem,1fr) auto auto;
     list-style:none;margin:0;padding:0;font-size:.9rem;column-gap:.7rem}
    .strips li{display:contents}
    .strips li>span{display:flex;align-items:center;min-width:0;padding:.12rem 0}
    .strips .place{font-weight:600;color:var(--soft);white-space:nowrap}
    .strips .what{padding:0;position:relative;min-height:1.45rem}
    .strips .series{align-items:baseline}
    .strips .details{font-size:.78rem;line-height:1.3}
    .strips .who{flex-wrap:wrap;gap:0 .5rem}
    .strips .value,.strips .time{justify-content:flex-end;white-space:nowrap}
    .strips .time{color:var(--soft);font-size:.85rem}
    .strip{position:absolute;inset:0;width:100%;height:100%;overflow:visible}
    .spot{overflow:visible}
    @media (min-width:70rem){
     .opening{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr);gap:0 3.5rem;
      align-items:start}
     .opening .headline{display:block}
    }
    """

  private static let tables = """
    .frame{overflow-x:auto;margin:.5rem 0;position:relative}
    .frame,.scroll-figure{background:
      linear-gradient(90deg,var(--paper) 30%,transparent) 0 0/2.4rem 100% no-repeat local,
      linear-gradient(270deg,var(--paper) 30%,transparent) 100% 0/2.4rem 100% no-repeat local,
      linear-gradient(90deg,var(--strong-rule),transparent) 0 0/.8rem 100% no-repeat scroll,
      linear-gradient(270deg,var(--strong-rule),transparent) 100% 0/.8rem 100% no-repeat scroll}
    td.prose{white-space:normal;min-width:12rem}
    table{border-collapse:collapse;width:100%;font-size:.9rem}
    caption{text-align:left;color:var(--soft);font-size:.85rem;padding:0 0 .4rem}
    caption span{position:sticky;left:0;display:block;max-width:calc(100vw - 2.5rem)}
    th,td{padding:.42rem .7rem .42rem 0;text-align:left;vertical-align:baseline;white-space:nowrap}
    tbody tr{border-top:1px solid var(--rule)}
    thead th{font-weight:600;vertical-align:bottom;color:var(--soft);font-size:.82rem}
    tbody th{font-weight:600}
    tbody th,tbody td{vertical-align:middle}
    tbody th{position:sticky;left:0;background:var(--paper);z-index:1}
    tbody tr:hover th{background:var(--sunken)}
    thead th{white-space:normal;min-width:3.6rem}
    .stack thead th{overflow-wrap:break-word}
    tbody .series{align-items:baseline}
    tbody .series>span{white-space:normal;width:max-content;max-width:40ch}
    tbody tr:last-child{border-bottom:1px solid var(--rule)}
    tbody tr:hover{background:var(--sunken)}
    td ul{margin:.2rem 0;padding-left:1rem}
    .number{text-align:right}
    .figure .number{text-align:left}
    th button{font:inherit;color:inherit;background:none;border:0;padding:0;text-align:inherit}
    .live th button{cursor:pointer}
    .live th button:hover{color:var(--ink)}
    .live [aria-sort=ascending] button::after{content:"\\a0↑"}
    .live [aria-sort=descending] button::after{content:"\\a0↓"}
    .library{display:block;font-weight:400;font-size:.8rem;color:var(--soft);
     padding-left:calc(26px + .4rem)}
    .interval{color:var(--soft);font-size:.85em}
    @media (max-width:70rem){td .interval{display:block}}
    .alarm{color:var(--bad);font-weight:600}
    .payload{white-space:normal;overflow-wrap:anywhere;min-width:12rem;max-width:24rem;
     font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.8rem}
    #claims tbody th,#claims tbody td{white-space:normal;min-width:5rem;max-width:26rem}
    #claims li{overflow-wrap:anywhere}
    .map{width:auto;border-spacing:2px;border-collapse:separate}
    .map td{min-width:7rem;padding:.4rem .7rem;text-align:center;border-radius:3px}
    .map tbody tr,.map tbody tr:hover,.map tbody th{background:none;position:static}
    .map .below{display:block;font-size:.8rem}
    .map th .series>span{max-width:16ch;white-space:normal}
    .dense th{min-width:0}
    .dense td{min-width:3.2rem;padding:.25rem .3rem;font-size:.8rem}
    .dense thead .series{flex-direction:column;align-items:center;text-align:center;gap:.1rem}
    .dense thead .series>span{max-width:9ch;width:auto}
    .dense thead th{padding-right:.2rem}
    .unsupported{color:var(--soft);font-size:.8rem;border:1px solid var(--rule);
     background:repeating-linear-gradient(135deg,transparent 0 6px,var(--sunken) 6px 9px)}
    \(heat)
    """

  private static let heat = Palette.heat.indices.map {
    ".heat\($0){background:var(--h\($0));color:var(--h\($0)-ink)}"
  }.joined(separator: "\n")

  private static let plots = """
    .plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));
     gap:1.6rem 2rem;margin:1rem 0}
    .latencies{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,22rem),1fr));
     gap:1rem 2rem;margin:1rem 0}
    figure{margin:0}
    .plot-figure{break-inside:avoid;max-width:40rem;container-type:inline-size}
    .plot-figure h3{margin:0 0 .1rem;overflow-wrap:anywhere}
    .facts{display:flex;flex-wrap:wrap;gap:0 1rem;list-style:none;margin:0;padding:0;font-size:.82rem;
     color:var(--soft)}
    .facts .series{align-items:baseline}
    .wide-figure,.scroll-figure{max-width:50rem;margin:.8rem 0}
    .scroll-figure{overflow-x:auto}
    .scroll-figure svg{min-width:34rem}
    .narrow-figure{display:none;max-width:26rem;margin:.8rem 0}
    @media (max-width:44rem){.wide-figure{display:none} .narrow-figure{display:block}}
    .plot{display:block;width:100%;height:auto;overflow:visible}
    svg text{font-size:12px;fill:var(--soft);font-family:inherit}
    svg .axis{fill:var(--soft)}
    svg .label{fill:var(--ink)}
    svg .strong{font-weight:600}
    svg .label,svg .curve-name{paint-order:stroke;stroke:var(--paper);stroke-width:3px;
     stroke-linejoin:round}
    .wide-figure svg text,.scroll-figure svg text{font-size:13px}
    svg .curve-name{fill:var(--c);font-weight:600}
    .leader{stroke:var(--strong-rule);stroke-width:.8}
    .pale{stroke-opacity:.45}
    .grid{stroke:var(--rule);stroke-width:1}
    .tick{stroke:var(--strong-rule);stroke-width:1}
    .limit{fill:none;stroke:var(--soft);stroke-width:1.6;stroke-dasharray:1.5 3}
    .target{stroke:var(--strong-rule);stroke-width:1;stroke-dasharray:5 4}
    .front{fill:none;stroke:var(--soft);stroke-width:1.2;stroke-dasharray:2 3}
    .curve{fill:none;stroke:var(--c);stroke-width:1.9;stroke-linejoin:round}
    .dash1{stroke-dasharray:7 3}
    .dash2{stroke-dasharray:2 2.5}
    .mark{fill:var(--c);stroke:var(--paper);stroke-width:.8}
    .hollow{fill:var(--paper);stroke:var(--c);stroke-width:1.8}
    .band{fill:var(--c);fill-opacity:.16}
    .whisker{stroke:var(--c);stroke-width:2;stroke-linecap:round}
    .threshold{stroke:var(--c);stroke-width:1.2;stroke-dasharray:1.5 2.5}
    .island{fill:var(--c);fill-opacity:.09}
    [data-crowded] .band,[data-crowded] .island{visibility:hidden}
    [data-focus] .lit .band,[data-focus] .lit .island{visibility:visible}
    [data-focus] .plot [data-series]:not(.lit){opacity:.18}
    [data-focus] .plot .lit .curve{stroke-width:3}
    .island-bar{fill:var(--c)}
    .histogram{fill:var(--c);fill-opacity:.75}
    .miss{fill-opacity:.35}
    .median{stroke:var(--ink);stroke-width:1.8}
    .percentile{stroke:var(--ink);stroke-width:1.2}
    .estimate{width:132px;height:18px;display:block}
    .target-area{fill:transparent}
    .live .target-area:hover{fill:var(--ink);fill-opacity:.06}
    .latency figcaption{display:flex;flex-wrap:wrap;gap:0 1.2rem;align-items:baseline;
     font-weight:600;font-size:.92rem}
    .fact{font-weight:400;font-size:.82rem;color:var(--soft)}
    #hint{position:fixed;z-index:5;left:0;top:0;visibility:hidden;pointer-events:none;
     white-space:pre;background:var(--ink);color:var(--paper);font-size:.8rem;line-height:1.45;
     padding:.45rem .7rem;border-radius:4px;max-width:94vw;overflow:hidden}
    \(series)
    """

  private static let series = Palette.series.indices.map { ".c\($0){--c:var(--s\($0))}" }
    .joined(separator: "\n")

  private static let pictures = """
    .store{position:absolute}
    .crisp{image-rendering:pixelated}
    .pictures{display:flex;flex-wrap:wrap;gap:1.4rem 1.6rem;align-items:flex-start}
    .sample{width:min-content;min-width:min(100%,10.5rem);max-width:100%;break-inside:avoid}
    .open{display:block;width:fit-content;max-width:100%;cursor:zoom-in}
    .picture{display:block;max-width:100%;height:auto;background:#fff;
     outline:1px solid var(--rule);overflow:hidden}
    .outline{vector-effect:non-scaling-stroke;stroke-width:2.4;paint-order:stroke}
    .sample figcaption{font-size:.84rem;padding-top:.45rem;display:grid;gap:.1rem}
    .scale,.expected{color:var(--soft);font-size:.8rem;overflow-wrap:anywhere}
    .answers{list-style:none;margin:.2rem 0;padding:0;display:grid;gap:.1rem}
    .answers li{display:flex;flex-wrap:wrap;gap:0 .4rem;align-items:baseline}
    .sign{display:inline-block;width:1em;text-align:center;font-weight:700}
    .verdict{color:var(--soft)}
    .ok.sign{color:var(--good)}
    .wrong{color:var(--bad)}
    .detail{flex-basis:100%;padding-left:1.4em;font-size:.78rem;color:var(--soft);
     overflow-wrap:anywhere}
    .sample details{margin:.15rem 0}
    .sample summary,td summary{font-size:.8rem}
    .command{display:block;user-select:all;padding:.4rem .5rem;margin-top:.25rem;white-space:normal;
     background:var(--sunken);border-radius:3px;font-size:.74rem;line-height:1.4;min-width:13rem}
    """

  private static let tools = """
    #filter,.copy,dialog:not([open]){display:none}
    .live #filter{display:block;width:min(84rem,100% - 2.5rem);margin:0 auto;padding:.15rem 0 .4rem}
    .live .copy{display:inline-block}
    #filter .count{color:var(--bad);font-weight:600;padding-left:.4rem}
    .chips{display:flex;flex-wrap:wrap;gap:.3rem .5rem;list-style:none;padding:0;margin:.5rem 0}
    .chips button,.tools button,.copy,.fields select{font:inherit;font-size:.82rem;color:var(--ink);
     background:none;border:1px solid var(--strong-rule);border-radius:1rem;padding:.15rem .7rem;
     cursor:pointer}
    .fields select{background:var(--paper);border-radius:4px;max-width:16rem}
    .chips [aria-pressed=false]{color:var(--soft);text-decoration:line-through;border-style:dashed}
    .chips [aria-pressed=false] .key{opacity:.35}
    .fields{display:flex;flex-wrap:wrap;gap:.4rem 1.4rem;align-items:center;font-size:.85rem}
    [data-out],[data-empty]{display:none!important}
    .unseen{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden;white-space:nowrap}
    .rungs{display:flex;gap:1rem 1.4rem;flex-wrap:wrap;list-style:none;padding:0;margin:.8rem 0}
    .rungs li{display:grid;gap:.1rem;align-content:start;width:7.2rem;font-size:.9rem}
    .rungs .picture{width:7rem;height:7rem}
    .signs{display:flex;flex-wrap:wrap;gap:.1rem .3rem;font-size:0}
    .small{min-width:0;width:auto;display:flex;gap:.6rem;align-items:center}
    .small .picture{width:auto;height:auto;max-width:4.2rem;max-height:3.4rem}
    .small .open{flex:none}
    .payload+* .small figcaption,#misreads .small figcaption{display:none}
    .small figcaption{padding:0;white-space:normal;min-width:8rem}
    .photos td{text-align:center}
    .photos thead th:nth-child(n+3) button{display:grid;justify-items:center;text-align:center}
    .photos thead th{padding-right:.3rem}
    .photos strong{overflow-wrap:anywhere}
    .part{display:inline-block;white-space:nowrap}
    .photos .number{padding-right:1rem}
    .photos tbody th{padding-block:.2rem}
    .pairs .ahead{background:var(--h4);color:var(--h4-ink)}
    .pairs .behind{box-shadow:inset 0 0 0 1px var(--strong-rule)}
    .pairs .tie{background:var(--sunken)}
    .pairs .self{color:var(--soft)}
    .pairs td strong{white-space:nowrap}
    .scans{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),1fr));gap:2rem}
    .scan img{width:100%;height:auto;border:1px solid var(--rule);background:var(--sunken)}
    .scan figcaption{font-size:.88rem;overflow-wrap:anywhere;display:grid;gap:.15rem;justify-items:start}
    .scan ul{list-style:none;padding:0;margin:.2rem 0}
    .unread img{border:2px solid var(--bad)}
    .narrow{max-width:30rem}
    .site{font-size:.82rem}
    .site th,.site td{white-space:normal;padding-right:.45rem;min-width:0}
    .site .interval{display:block}
    .site thead .number button{display:grid;justify-items:end;text-align:right}
    .site .interval{white-space:nowrap;font-size:.72rem}
    .site td:not([data-value]){font-size:.68rem;color:var(--soft)}
    .site tbody th{min-width:9rem;overflow-wrap:anywhere}
    .site thead .number{font-size:.7rem}
    .spark{width:5.6rem;height:1.6rem;display:block}
    .guide{fill:none;stroke:#00a843;stroke-width:2;vector-effect:non-scaling-stroke}
    .aim{stroke-width:2.6}
    .at.target-area{fill:var(--ink);fill-opacity:.1}
    .live [data-level]{cursor:zoom-in}
    dialog{width:min(76rem,96vw);max-height:96vh;padding:0;border:1px solid var(--strong-rule);
     border-radius:6px;background:var(--paper);color:var(--ink)}
    dialog::backdrop{background:#000a}
    .tools{position:sticky;top:0;left:0;z-index:2;display:flex;flex-wrap:wrap;gap:.4rem;align-items:center;
     padding:.6rem .8rem;background:var(--paper);border-bottom:1px solid var(--rule);font-size:.85rem}
    .tools strong{overflow-wrap:anywhere;flex:1 1 14rem}
    .tools button:disabled{color:var(--soft);border-style:dashed;cursor:default}
    .parts{display:grid;grid-template-columns:minmax(0,1fr) minmax(12rem,19rem);gap:1rem;padding:.8rem}
    .parts>[data-part=picture]{overflow:auto;max-height:78vh;padding:2px}
    .parts .picture{max-width:none}
    .parts>[data-part=text]{font-size:.85rem;display:grid;gap:.2rem;align-content:start;overflow-wrap:anywhere}
    @media (max-width:44rem){.parts{grid-template-columns:1fr}}
    """

  private static let media = """
    @media (max-width:40rem){
     header,main,footer,nav ul{width:calc(100% - 2rem)}
     .entries{grid-template-columns:1fr;gap:0}
     .entries dd{margin-bottom:.6rem}
     .kicker{padding-right:8rem}
     .part{display:inline;white-space:normal}
     .map:not(.dense) td{min-width:5.4rem;padding:.35rem .3rem;font-size:.82rem}
     .strips{display:block;font-size:.88rem}
     .strips li{display:grid;grid-template-columns:3rem 1fr auto;padding-bottom:.25rem}
     .strips li:first-child,.strips .time{display:none}
     .strips .what{grid-column:2/4;grid-row:2;min-height:1.1rem}
     .strips .who{grid-column:2}
     .strips .details{display:inline;padding-left:.5rem}
     .stack thead{position:absolute;clip-path:inset(50%);height:1px;overflow:hidden}
     .stack tbody,.stack caption{display:block}
     .stack tr{display:grid;padding:.5rem 0}
     .stack tbody th{position:static;padding:.1rem 0;white-space:normal}
     .stack td{display:flex;justify-content:flex-end;gap:.3rem;padding:.1rem 0}
     .stack td::before{content:attr(data-label);color:var(--soft);overflow-wrap:anywhere;
      white-space:normal;text-align:left;margin-right:auto;padding-right:.8rem}
     .stack td.absent{display:none}
     .stack td.prose{display:block}
     .stack td.prose::before{display:block}
    }
    @container (min-width:34rem){.plot text{font-size:9px}}
    @media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
    """
}
