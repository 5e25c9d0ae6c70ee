export type ImProtocolErrorCode =
  | 'malformed'
  | 'missing_field'
  | 'unsupported_encoding'
  | 'bad_compression'
  | 'too_large';

/**
 * Everything the codec throws. The bytes are wrong, not the moment: trying the same bytes again cannot help, so no class
 * here is retryable.
 */
export abstract class ImProtocolError extends Error {
  abstract readonly code: ImProtocolErrorCode;
  readonly canRetry = false;
}

/** Not protobuf, or not of the expected shape. */
export class MalformedError extends ImProtocolError {
  readonly code = 'malformed';
  constructor(what: string, cause: unknown) {
    super(`${what} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'MalformedError';
  }
}

/** A proto2 `required` field is absent; raised on decode and on encode. */
export class MissingFieldError extends ImProtocolError {
  readonly code = 'missing_field';
  /** The field's wire name, e.g. `method`. */
  readonly field: string;
  /** From the outermost message, e.g. `Response.body.has_new_message_notify.message.reference_info.hint`. */
  readonly path: string;
  constructor(path: string, field: string) {
    super(`missing required '${field}' at ${path}`);
    this.name = 'MissingFieldError';
    this.path = path;
    this.field = field;
  }
}

/** A frame whose `payload_encoding` is none of those we know. */
export class UnsupportedEncodingError extends ImProtocolError {
  readonly code = 'unsupported_encoding';
  readonly encoding: string;
  constructor(encoding: string) {
    super(`payload_encoding '${encoding.slice(0, 40)}' is not supported`);
    this.name = 'UnsupportedEncodingError';
    this.encoding = encoding;
  }
}

/** The payload claims a compression that its bytes do not follow. */
export class BadCompressionError extends ImProtocolError {
  readonly code = 'bad_compression';
  constructor(what: string, cause?: unknown) {
    super(`payload cannot be decompressed: ${what}`, { cause });
    this.name = 'BadCompressionError';
  }
}

/** The payload would inflate beyond the bound; nothing was allocated for it. */
export class TooLargeError extends ImProtocolError {
  readonly code = 'too_large';
  readonly limit: number;
  constructor(limit: number, cause?: unknown) {
    super(`payload inflates beyond ${limit} bytes`, { cause });
    this.name = 'TooLargeError';
    this.limit = limit;
  }
}
