/** The error of a filter that cannot be sent. */

/** A filter, or a part of one, that would be lost or change its meaning on the way. Nothing was sent. */
export class FilterError extends TypeError {
  static {
    this.prototype.name = 'FilterError';
  }
  /** The field whose condition it is about; null if it is about the whole filter. */
  declare readonly field: string | null;

  constructor(field: string | null, problem: string) {
    super(`Filter${field === null ? '' : ` on ${JSON.stringify(field)}`}: ${problem}`);
    this.field = field;
  }
}
