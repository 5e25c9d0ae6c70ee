/** The world's money is in units of 1/100,000. */
const UNIT = 100_000;

/** As this marketplace writes amounts: in the main unit, two digits, as text. */
export const amountOf = (money: number): string => (money / UNIT).toFixed(2);
