/** Whether two rules say the same. The database gives the fields of a stored rule in an order of its own. */
export const isSameRule = (one: object, other: object): boolean => textOf(one) === textOf(other);

const textOf = (rule: object): string =>
  JSON.stringify(rule, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  );
