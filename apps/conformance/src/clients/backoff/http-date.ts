/** HTTP dates in their three forms (RFC 9110, 5.6.7). */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const longDay = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const month = `(?<month>${months.join('|')})`;
const time = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;
const forms = [
  String.raw`${day}, (?<day>\d\d) ${month} (?<year>\d{4}) ${time} GMT`,
  String.raw`${longDay}, (?<day>\d\d)-${month}-(?<year>\d\d) ${time} GMT`,
  String.raw`${day} ${month} (?<day>[ \d]\d) ${time} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/** Two-digit years from this one on belong to the last century: no server asks for a retry in 2070. */
const firstOfLastCentury = 70;

/** Reads an HTTP date, in milliseconds since 1970; null if it is not one. */
export function dateFromHttp(text: string): number | null {
  const parts = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return null;
  const numbers = [parts['day'], parts['hour'], parts['minute'], parts['second']].map(Number);
  const [date = 0, hour = 0, minute = 0, second = 0] = numbers;
  const midnight = Date.UTC(fullYear(parts['year'] ?? ''), months.indexOf(parts['month'] ?? ''), date);
  const isReal = new Date(midnight).getUTCDate() === date && hour < 24 && minute < 60 && second <= 60;
  return isReal ? midnight + ((hour * 60 + minute) * 60 + second) * 1000 : null;
}

function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year < firstOfLastCentury ? 2000 + year : 1900 + year;
}
