/** A request that the world cannot carry out. Never retried: the same request fails the same way. */
export type WorldErrorCode =
  | 'unknownShop'
  | 'unknownBuyer'
  | 'unknownConversation'
  | 'badMessageId'
  | 'journalUnreadable'
  | 'journalForeign'
  | 'journalClosed';

export class WorldError extends Error {
  readonly code: WorldErrorCode;
  constructor(code: WorldErrorCode, message: string, options?: { readonly cause: unknown }) {
    super(message, options);
    this.name = 'WorldError';
    this.code = code;
  }
}
