import com.google.zxing.BarcodeFormat;
import com.google.zxing.Result;
import com.google.zxing.client.result.AddressBookParsedResult;
import com.google.zxing.client.result.CalendarParsedResult;
import com.google.zxing.client.result.EmailAddressParsedResult;
import com.google.zxing.client.result.ExpandedProductParsedResult;
import com.google.zxing.client.result.GeoParsedResult;
import com.google.zxing.client.result.ISBNParsedResult;
import com.google.zxing.client.result.ParsedResult;
import com.google.zxing.client.result.ProductParsedResult;
import com.google.zxing.client.result.ResultParser;
import com.google.zxing.client.result.SMSParsedResult;
import com.google.zxing.client.result.TelParsedResult;
import com.google.zxing.client.result.TextParsedResult;
import com.google.zxing.client.result.URIParsedResult;
import com.google.zxing.client.result.WifiParsedResult;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Reads lines of a barcode format and the hexadecimal digits of a payload's text in UTF-8; writes for
 * each what ZXing's result parser makes of it: the type, then key=hex, one per value.
 */
public final class ParseResults {
  private static final StringBuilder line = new StringBuilder();

  public static void main(String[] arguments) throws Exception {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    PrintStream out = new PrintStream(System.out, false, "US-ASCII");
    for (String text = in.readLine(); text != null; text = in.readLine()) {
      int space = text.indexOf(' ');
      line.setLength(0);
      try {
        parse(BarcodeFormat.valueOf(text.substring(0, space)), decoded(text.substring(space + 1)));
      } catch (RuntimeException error) {
        line.setLength(0);
        line.append("CRASH");
        put("error", error.toString());
      }
      out.println(line);
    }
    out.flush();
  }

  private static String decoded(String hex) {
    byte[] bytes = new byte[hex.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void put(String key, Object value) {
    if (value == null) {
      return;
    }
    line.append(' ').append(key).append('=');
    for (byte b : value.toString().getBytes(StandardCharsets.UTF_8)) {
      line.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
    }
  }

  private static void putAll(String key, String[] values) {
    if (values != null) {
      for (String value : values) {
        put(key, value);
      }
    }
  }

  private static void parse(BarcodeFormat format, String text) {
    ParsedResult parsed = ResultParser.parseResult(new Result(text, null, null, format));
    line.append(parsed.getType());
    if (parsed instanceof URIParsedResult) {
      put("url", ((URIParsedResult) parsed).getURI());
      put("title", ((URIParsedResult) parsed).getTitle());
    } else if (parsed instanceof WifiParsedResult) {
      WifiParsedResult wifi = (WifiParsedResult) parsed;
      put("ssid", wifi.getSsid());
      put("password", wifi.getPassword());
      put("encryption", wifi.getNetworkEncryption());
      put("hidden", wifi.isHidden() ? "yes" : "no");
      put("eap-method", wifi.getEapMethod());
      put("phase-2", wifi.getPhase2Method());
      put("identity", wifi.getIdentity());
      put("anonymous-identity", wifi.getAnonymousIdentity());
    } else if (parsed instanceof AddressBookParsedResult) {
      contact((AddressBookParsedResult) parsed);
    } else if (parsed instanceof EmailAddressParsedResult) {
      EmailAddressParsedResult email = (EmailAddressParsedResult) parsed;
      putAll("to", email.getTos());
      putAll("cc", email.getCCs());
      putAll("bcc", email.getBCCs());
      put("subject", email.getSubject());
      put("body", email.getBody());
    } else if (parsed instanceof TelParsedResult) {
      put("number", ((TelParsedResult) parsed).getNumber());
    } else if (parsed instanceof SMSParsedResult) {
      SMSParsedResult sms = (SMSParsedResult) parsed;
      putAll("number", sms.getNumbers());
      put("subject", sms.getSubject());
      put("body", sms.getBody());
    } else if (parsed instanceof GeoParsedResult) {
      GeoParsedResult geo = (GeoParsedResult) parsed;
      put("latitude", geo.getLatitude());
      put("longitude", geo.getLongitude());
      put("altitude", geo.getAltitude());
      put("query", geo.getQuery());
    } else if (parsed instanceof CalendarParsedResult) {
      event((CalendarParsedResult) parsed);
    } else if (parsed instanceof ProductParsedResult) {
      put("gtin", ((ProductParsedResult) parsed).getNormalizedProductID());
    } else if (parsed instanceof ISBNParsedResult) {
      put("ean-13", ((ISBNParsedResult) parsed).getISBN());
    } else if (parsed instanceof ExpandedProductParsedResult) {
      product((ExpandedProductParsedResult) parsed);
    } else if (parsed instanceof TextParsedResult) {
      put("text", ((TextParsedResult) parsed).getText());
    }
  }

  private static void contact(AddressBookParsedResult contact) {
    putAll("name", contact.getNames());
    putAll("nickname", contact.getNicknames());
    put("pronunciation", contact.getPronunciation());
    putAll("phone", contact.getPhoneNumbers());
    putAll("email", contact.getEmails());
    putAll("address", contact.getAddresses());
    put("organization", contact.getOrg());
    put("title", contact.getTitle());
    putAll("url", contact.getURLs());
    put("messenger", contact.getInstantMessenger());
    put("note", contact.getNote());
    put("birthday", contact.getBirthday());
    if (contact.getGeo() != null) {
      put("location", String.join(",", contact.getGeo()));
    }
  }

  private static void event(CalendarParsedResult event) {
    put("summary", event.getSummary());
    put("start", event.getStartTimestamp() / 1000);
    put("start-is-day", event.isStartAllDay() ? "yes" : "no");
    if (event.getEndTimestamp() >= 0) {
      put("end", event.getEndTimestamp() / 1000);
    }
    put("location", event.getLocation());
    put("organizer", event.getOrganizer());
    putAll("attendee", event.getAttendees());
    put("description", event.getDescription());
    if (!Double.isNaN(event.getLatitude())) {
      put("point", event.getLatitude() + "," + event.getLongitude());
    }
  }

  private static void product(ExpandedProductParsedResult product) {
    put("(01)", product.getProductID());
    put("(00)", product.getSscc());
    put("(10)", product.getLotNumber());
    put("(11)", product.getProductionDate());
    put("(13)", product.getPackagingDate());
    put("(15)", product.getBestBeforeDate());
    put("(17)", product.getExpirationDate());
    put("weight", product.getWeight());
    put("price", product.getPrice());
    put("price-currency", product.getPriceCurrency());
    for (Map.Entry<String, String> other : product.getUncommonAIs().entrySet()) {
      put("(" + other.getKey() + ")", other.getValue());
    }
  }
}
