export type ImProtocolErrorCode =
  | 'malformed'
  | 'unencodable'
  | 'bad_json'
  | 'missing_field'
  | 'unsupported_encoding'
  | 'bad_compression'
  | 'too_large';

/**
 * Every error of this package about data. The bytes themselves are wrong, so trying the same bytes again cannot help,
 * and no class here is retryable.
 */
export abstract class ImProtocolError extends Error {
  abstract readonly code: ImProtocolErrorCode;
  readonly canRetry = false;
}

/** Why bytes are not a valid message. */
export type MalformedReason =
  | 'truncated'
  | 'wrong wire type'
  | 'bad tag'
  | 'bad length'
  | 'varint of more than ten bytes'
  | 'group ends without a start'
  | 'too deep'
  /** The library refused bytes that the scan accepted: that would be a bug, and the error has a `cause`. */
  | 'unreadable';

/** Bytes that are not protobuf, or not of the expected shape. */
export class MalformedError extends ImProtocolError {
  readonly code = 'malformed';
  readonly reason: MalformedReason;
  /** From the outermost message, e.g. `Response.body.has_new_message_notify`; unknown fields by their number. */
  readonly path: string;
  /** Number of bytes that were read before the error. */
  readonly offset: number;
  constructor(path: string, reason: MalformedReason, offset: number, cause?: unknown) {
    super(`${path} cannot be read: ${reason} at byte ${offset}`, { cause });
    this.name = 'MalformedError';
    this.path = path;
    this.reason = reason;
    this.offset = offset;
  }
}

/** A message with a value that its field cannot hold, e.g. a number beyond 64 bits; raised on encode. */
export class UnencodableError extends ImProtocolError {
  readonly code = 'unencodable';
  constructor(what: string, cause: unknown) {
    super(`${what} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'UnencodableError';
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

/** JSON that is not a valid message. */
export class BadJsonError extends ImProtocolError {
  readonly code = 'bad_json';
  readonly path: string;
  constructor(path: string, what: string) {
    super(`${path}: ${what}`);
    this.name = 'BadJsonError';
    this.path = path;
  }
}

/** A frame with an unknown `payload_encoding`. */
export class UnsupportedEncodingError extends ImProtocolError {
  readonly code = 'unsupported_encoding';
  readonly encoding: string;
  constructor(encoding: string) {
    super(`payload_encoding '${encoding.slice(0, 40)}' is not supported`);
    this.name = 'UnsupportedEncodingError';
    this.encoding = encoding;
  }
}

/** A payload whose bytes do not follow its declared compression. */
export class BadCompressionError extends ImProtocolError {
  readonly code = 'bad_compression';
  constructor(what: string, cause?: unknown) {
    super(`payload cannot be decompressed: ${what}`, { cause });
    this.name = 'BadCompressionError';
  }
}

/** Bytes beyond the limit, before or after decompression; no memory was allocated for them. */
export class TooLargeError extends ImProtocolError {
  readonly code = 'too_large';
  readonly limit: number;
  constructor(limit: number, cause?: unknown) {
    super(`more than ${limit} bytes, as they are or inflated`, { cause });
    this.name = 'TooLargeError';
    this.limit = limit;
  }
}
