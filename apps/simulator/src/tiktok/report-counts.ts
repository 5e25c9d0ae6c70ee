/** What clients report about themselves (commands 2010 and 2016), counted; the numbers go with the process. */
import type { ClientReport } from '@pasar/im-protocol/server';

export interface ReportCounts {
  take(report: ClientReport): void;
  /** How often the user reported that: a metric by its name, an acknowledgement by the number of what was received. */
  count(userId: string, kind: ClientReport['kind'], name: string): number;
}

export function createReportCounts(): ReportCounts {
  const counts = new Map<string, number>();
  const keyOf = (userId: string, kind: string, name: string): string => `${userId} ${kind} ${name}`;
  return {
    take: ({ userId, kind, name }) => {
      const key = keyOf(userId.toString(), kind, name);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    count: (userId, kind, name) => counts.get(keyOf(userId, kind, name)) ?? 0,
  };
}
