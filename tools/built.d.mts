export const PROGRAMS: Readonly<Record<string, string>>;
export function builtFolder(): string;
export function builtProgram(script: string): string | null;
