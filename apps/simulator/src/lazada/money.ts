/** The world's money is in units of 1/100,000. */
const UNIT = 100_000;

/** An amount as this marketplace writes it: text in the main unit with two decimals. */
export const amountOf = (money: number): string => (money / UNIT).toFixed(2);
