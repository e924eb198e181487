// The texts of what is wrong with a field of a form or a parameter of an address. Each is preceded by the field's label.
import { message, text } from '../../format/texts.js'

export const faults = {
  pageTitle: message('title'),
  named: message('label', 'problem'),
  missing: text,
  repeated: text,
  tooLong: message('most', 'length'),
  choice: text,
  number: text,
  time: text,
  past: text,
  date: text,
  zone: text,
  period: text,
  compared: message('most'),
  bothTimes: text,
  order: message('from'),
  longRange: message('days'),
  tooManyTags: message('most', 'count'),
  longTag: message('most', 'tag', 'length'),
  hidden: text,
  labels: { sort: text, size: text, server: text },
}
