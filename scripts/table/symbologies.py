"""The names of symbologies as people write them."""

NAMES = {
    "qr-code": "QR Code", "micro-qr-code": "Micro QR Code", "rmqr-code": "rMQR Code",
    "gs1-qr-code": "GS1 QR Code", "data-matrix": "Data Matrix", "gs1-data-matrix": "GS1 DataMatrix",
    "aztec": "Aztec", "aztec-rune": "Aztec Rune", "pdf417": "PDF417", "micro-pdf417": "MicroPDF417",
    "maxicode": "MaxiCode", "code-128": "Code 128", "gs1-128": "GS1-128", "code-39": "Code 39",
    "code-93": "Code 93", "codabar": "Codabar", "itf": "ITF", "itf-14": "ITF-14", "ean-13": "EAN-13",
    "ean-8": "EAN-8", "upc-a": "UPC-A", "upc-e": "UPC-E", "databar": "DataBar",
    "databar-stacked": "DataBar Stacked", "databar-limited": "DataBar Limited",
    "databar-expanded": "DataBar Expanded", "databar-expanded-stacked": "DataBar Expanded Stacked",
    "dotcode": "DotCode", "telepen": "Telepen", "code-11": "Code 11", "msi": "MSI", "plessey": "Plessey",
    "pharmacode": "Pharmacode", "matrix-2-of-5": "Matrix 2 of 5", "industrial-2-of-5": "Industrial 2 of 5",
    "iata-2-of-5": "IATA 2 of 5", "data-logic-2-of-5": "Data Logic 2 of 5", "postnet": "POSTNET",
    "planet": "PLANET", "royal-mail": "Royal Mail 4-State", "kix": "KIX",
    "usps-intelligent-mail": "USPS Intelligent Mail", "japan-post": "Japan Post",
    "australia-post": "Australia Post",
}
