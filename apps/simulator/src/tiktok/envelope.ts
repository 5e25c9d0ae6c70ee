/** `{code, message, data}`, the envelope of the seller site (facts 3.1). 0 is success. ours: the other codes. */
export interface Envelope {
  readonly code: number;
  readonly message: string;
  readonly data: EnvelopeData | null;
}
type EnvelopeData = Readonly<Record<string, unknown>> | readonly unknown[];
export const CODES = {
  notLoggedIn: 10_001,
  noPermission: 10_003,
  badRequest: 10_004,
  csrf: 10_005,
  reasonForm: 20_101,
  seatChatting: 20_102,
} as const;

export const success = (data: EnvelopeData): Envelope => ({ code: 0, message: 'success', data });
export const failure = (code: number, message: string): Envelope => ({ code, message, data: null });
