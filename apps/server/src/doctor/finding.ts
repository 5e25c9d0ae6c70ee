/** One thing that the doctor looked at. No sentence has a secret in it. */
export interface Finding {
  /** `ok`: as it should be. `note`: works, and somebody may want to know. `wrong`: something does not work. */
  readonly level: 'ok' | 'note' | 'wrong';
  readonly says: string;
}

export const ok = (says: string): Finding => ({ level: 'ok', says });
export const note = (says: string): Finding => ({ level: 'note', says });
export const wrong = (says: string): Finding => ({ level: 'wrong', says });
