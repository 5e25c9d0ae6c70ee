declare module 'virtual:emoji-names/*' {
  /** The sign, its name, its search words between bars, and its group. */
  export const names: readonly (readonly [emoji: string, label: string, tags: string, group: number])[];
}
