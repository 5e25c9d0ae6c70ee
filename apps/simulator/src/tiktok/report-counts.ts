/** Counts the clients' reports about themselves (commands 2010 and 2016); in memory. */
import type { ClientReport } from '@pasar/im-protocol/server';

export interface ReportCounts {
  take(report: ClientReport): void;
  /**
   * The number of reports: of a metric by its name, of an acknowledgement by the number of the acknowledged command.
   */
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
