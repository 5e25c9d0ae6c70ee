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
    console.log(`  ${name.padEnd(58)}${shown(value).padStart(10)} ${unit}   ${(value / base.value).toFixed(2)}x`);
  }
}

export interface GoalRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Null where the number has no goal. */
  readonly goal: { readonly kind: 'atMost' | 'atLeast'; readonly value: number } | null;
}

/** Prints numbers with their goals beside them. A missed goal is reported; it does not fail the run. */
export function printGoals(title: string, rows: readonly GoalRow[]): void {
  console.log(`\n${title}`);
  for (const { name, value, unit, goal } of rows) {
    const line = `  ${name.padEnd(66)}${shown(value).padStart(10)} ${unit.padEnd(9)}`;
    console.log(goal === null ? line.trimEnd() : `${line}${verdict(value, goal)}`);
  }
}

function verdict(value: number, { kind, value: goal }: NonNullable<GoalRow['goal']>): string {
  const isMet = kind === 'atMost' ? value <= goal : value >= goal;
  return `goal ${kind === 'atMost' ? '<=' : '>='} ${goal}: ${isMet ? 'met' : 'missed'}`;
}

const shown = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2);
