import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The part of JSON that the protocol needs. */
final class JSON {
  private final String text;
  private int position;

  private JSON(String text) {
    this.text = text;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(String text) {
    JSON json = new JSON(text);
    Object value = json.value();
    json.skipSpace();
    if (!(value instanceof Map) || json.position != text.length()) {
      throw new IllegalArgumentException("the host sent a header that is no JSON object");
    }
    return (Map<String, Object>) value;
  }

  static Map<String, String> texts(Object value) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (value instanceof Map) {
      ((Map<?, ?>) value).forEach((key, text) -> texts.put((String) key, String.valueOf(text)));
    }
    return texts;
  }

  static int number(Map<String, Object> message, String name) {
    Object value = message.get(name);
    if (!(value instanceof Long)) {
      throw new IllegalArgumentException("the host sent no whole number as \"" + name + "\"");
    }
    return Math.toIntExact((Long) value);
  }

  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int index = 0; index < text.length(); index++) {
      char unit = text.charAt(index);
      // Escaped, because half of a surrogate pair is no character and has no UTF-8 form.
      if (unit == '"' || unit == '\\') {
        quoted.append('\\').append(unit);
      } else if (Character.isHighSurrogate(unit) && index + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(index + 1))) {
        quoted.append(unit).append(text.charAt(++index));
      } else if (Character.isSurrogate(unit)) {
        quoted.append('?');
      } else if (unit < 0x20) {
        quoted.append(String.format("\\u%04x", (int) unit));
      } else {
        quoted.append(unit);
      }
    }
    return quoted.append('"').toString();
  }

  private Object value() {
    skipSpace();
    char first = peek();
    if (first == '{') {
      return members();
    } else if (first == '[') {
      return items();
    } else if (first == '"') {
      return string();
    }
    int start = position;
    while (position < text.length() && ",]} \t\r\n".indexOf(text.charAt(position)) < 0) {
      position++;
    }
    String word = text.substring(start, position);
    switch (word) {
      case "null":
        return null;
      case "true":
        return true;
      case "false":
        return false;
      default:
        if (word.matches("-?[0-9]+")) {
          return Long.valueOf(word);
        }
        return Double.valueOf(word); // NumberFormatException is an IllegalArgumentException.
    }
  }

  private Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    expect('{');
    if (!isNext('}')) {
      do {
        skipSpace();
        String name = string();
        expect(':');
        members.put(name, value());
      } while (isNext(','));
      expect('}');
    }
    return members;
  }

  private List<Object> items() {
    List<Object> items = new ArrayList<>();
    expect('[');
    if (!isNext(']')) {
      do {
        items.add(value());
      } while (isNext(','));
      expect(']');
    }
    return items;
  }

  private String string() {
    expect('"');
    StringBuilder string = new StringBuilder();
    while (peek() != '"') {
      char unit = text.charAt(position++);
      if (unit == '\\') {
        unit = peek();
        position++;
        int place = "bfnrt".indexOf(unit);
        if (place >= 0) {
          unit = "\b\f\n\r\t".charAt(place);
        } else if (unit == 'u') {
          peekAt(position + 3);
          unit = (char) Integer.parseInt(text.substring(position, position + 4), 16);
          position += 4;
        }
      }
      string.append(unit);
    }
    position++;
    return string.toString();
  }

  private boolean isNext(char wanted) {
    skipSpace();
    boolean isNext = position < text.length() && text.charAt(position) == wanted;
    // Closing brackets of what is empty and commas are used up; the others are expected.
    if (isNext) {
      position++;
    }
    return isNext;
  }

  private void expect(char wanted) {
    skipSpace();
    if (peek() != wanted) {
      throw new IllegalArgumentException("the host sent a header that is no JSON");
    }
    position++;
  }

  private char peek() {
    return peekAt(position);
  }

  private char peekAt(int place) {
    if (place >= text.length()) {
      throw new IllegalArgumentException("the host sent a header that is no JSON");
    }
    return text.charAt(place);
  }

  private void skipSpace() {
    while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
  }
}
