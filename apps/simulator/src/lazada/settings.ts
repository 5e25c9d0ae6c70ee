/** Settings that only this marketplace has: the days of a holiday (journalled) and agreed translations. */
import { z } from 'zod';
import type { World } from '../world/types.ts';

/** Days as `YYYY-MM-DD`; empty for none. */
export interface HolidayDays {
  readonly startDate: string;
  readonly endDate: string;
}
export interface Settings {
  holidayDays(shopId: string): HolidayDays;
  setHolidayDays(shopId: string, days: HolidayDays): void;
  isTranslating(shopId: string, source: string, target: string): boolean;
  agreeToTranslate(shopId: string, source: string, target: string, isOn: boolean): void;
}

const noteSchema = z.object({
  holiday: z.object({ shopId: z.string(), startDate: z.string(), endDate: z.string() }),
});

export function createSettings(world: World): Settings {
  const days = new Map<string, HolidayDays>();
  for (const fact of world.facts) {
    const note = fact.type === 'note' && fact.marketplace === 'lazada' ? noteSchema.safeParse(fact.data) : null;
    if (note?.success) days.set(note.data.holiday.shopId, note.data.holiday);
  }
  const agreed = new Set<string>();
  return {
    holidayDays: (shopId) => days.get(shopId) ?? { startDate: '', endDate: '' },
    setHolidayDays(shopId, { startDate, endDate }) {
      world.note({ marketplace: 'lazada', data: { holiday: { shopId, startDate, endDate } }, of: null });
      days.set(shopId, { startDate, endDate });
    },
    isTranslating: (shopId, source, target) => agreed.has(`${shopId}/${source}/${target}`),
    agreeToTranslate(shopId, source, target, isOn) {
      const key = `${shopId}/${source}/${target}`;
      if (isOn) agreed.add(key);
      else agreed.delete(key);
    },
  };
}
