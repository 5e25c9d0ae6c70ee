/** Prints contenders side by side; the last column is the ratio to the first row. */
export function printRatios(
  title: string,
  unit: string,
  rows: readonly { readonly name: string; readonly value: number }[],
): void {
  const [base] = rows;
  if (!base) return;
  console.log(`\n${title}`);
  for (const { name, value } of rows) {
    const shown = value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1);
    console.log(`  ${name.padEnd(58)}${shown.padStart(10)} ${unit}   ${(value / base.value).toFixed(2)}x`);
  }
}
