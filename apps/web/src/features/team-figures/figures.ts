import type { CALLS, CallOutput, TeamFigureSums } from '@pasar/api';
import { changePercent, type MemberId, type ShopId } from '@pasar/domain';

export type TeamFigures = CallOutput<typeof CALLS.teamFigures.teamFigures>;
export type Wait = CallOutput<typeof CALLS.teamFigures.teamWaits>['waits'][number];

/** A figure of which the conversations are shown. `name`: as the figure is called on the screen. */
export type Part = { readonly name: string } & (
  | { readonly of: 'all' }
  | { readonly of: 'member'; readonly answeredBy: MemberId | 'elsewhere' }
  | { readonly of: 'shop'; readonly shopId: ShopId }
  | { readonly of: 'hour'; readonly hour: number }
  | { readonly of: 'bucket'; readonly bucket: number }
);

/** The part as the call takes it. */
export function partInput(part: Part) {
  switch (part.of) {
    case 'all':
      return {};
    case 'member':
      return { answeredBy: part.answeredBy };
    case 'shop':
      return { shopIds: [part.shopId] };
    case 'hour':
      return { hour: part.hour };
    case 'bucket':
      return { bucket: part.bucket };
  }
}

/** Tells one part from another. */
export const partKey = (part: Part | null): string | null => (part === null ? null : JSON.stringify(partInput(part)));

type Compared = TeamFigures['total'];
type Counted = {
  [Key in keyof TeamFigureSums]: number extends TeamFigureSums[Key] ? Key : never;
}[keyof TeamFigureSums];

/** By how many percent a figure has grown; null where there was nothing before. */
export function changeOf({ now, before }: Compared, key: Counted): number | null {
  const was = before[key];
  const is = now[key];
  return was === null || is === null ? null : changePercent(String(is), String(was));
}

/** How many of a hundred buyers who were answered ordered within a day; null where nobody was answered. */
export const shareOrdered = ({ answeredBuyers, orderedBuyers }: TeamFigureSums): number | null =>
  answeredBuyers === 0 ? null : Math.round((orderedBuyers * 100) / answeredBuyers);

/** One value for each of the 24 hours; an hour without a wait has none. */
export const byHour = <Value>(
  hours: TeamFigures['hours'],
  pick: (hour: TeamFigures['hours'][number]) => Value,
  none: Value,
) => {
  const known = new Map(hours.map((one) => [one.hour, pick(one)]));
  return Array.from({ length: 24 }, (_, hour) => known.get(hour) ?? none);
};
