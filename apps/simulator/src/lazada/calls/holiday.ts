/** The shop's holiday. ours: the fields. Known is only that it is a list whose first item counts (spec 2 §7.4). */
import { z } from 'zod';
import { type Call, refused, success } from '../context.ts';
import { flagField } from './fields.ts';
import { badData } from './messagebox.ts';

export const queryHoliday: Call = ({ trade, settings }, { shop }) => {
  const holidayMode = trade.of('lazada', shop.shopId).isOnVacation;
  return success({ dataSource: [{ holidayMode, ...settings.holidayDays(shop.shopId) }] });
};

const day = z.union([z.iso.date(), z.literal('')]);
const fields = z.object({ startDate: day, endDate: day, holidayMode: flagField });

export const updateHoliday: Call = ({ trade, settings }, { shop }, data) => {
  const request = fields.safeParse(data);
  if (!request.success) return badData();
  const { startDate, endDate, holidayMode } = request.data;
  if (endDate !== '' && startDate > endDate) return refused('FAIL_BIZ_HOLIDAY_RANGE', 'the end is before the start');
  settings.setHolidayDays(shop.shopId, { startDate, endDate });
  trade.apply('lazada', shop.shopId, { change: 'vacation', isOn: holidayMode });
  return success({});
};
