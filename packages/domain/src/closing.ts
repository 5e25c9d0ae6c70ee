/**
 * Why a member closes a conversation. Ours: that a marketplace asks for a reason is known (spec 1 §8), its list of reasons
 * is not.
 */
export const CLOSING_REASONS = ['solved', 'buyer_silent', 'not_for_us', 'spam', 'other'] as const;
export type ClosingReason = (typeof CLOSING_REASONS)[number];

/** The longest words beside a reason (ours). */
export const CLOSING_WORDS_LENGTH = 200;

/** `words` are needed with the reason `other`; empty where there is nothing to add. */
export interface ClosingForm {
  readonly reason: ClosingReason;
  readonly words: string;
}
export const isFormFilled = ({ reason, words }: ClosingForm): boolean => reason !== 'other' || words.trim() !== '';
