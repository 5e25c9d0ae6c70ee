/** Parcels, and the documents printed for them (facts 1.7). */
import { type Country, type PrintFormat, type TrackingEvent, UNKNOWN, type Unknown } from '@pasar/domain';
import { z } from 'zod';
import type { ShopeeCall } from '../../wire/scope.ts';
import { toWireInteger, wireId } from '../../wire/wire-json.ts';
import { toGet, toPost } from '../definition.ts';
import { readData } from './envelope.ts';
import { wireTime } from './fields.ts';
import type { OneOrder, OrderPackage } from './orders.ts';

export interface ParcelTracking {
  readonly packageNumber: string;
  readonly trackingNumber: string | null;
  /** Newest first. */
  readonly events: readonly TrackingEvent[];
}
/** The rows of a parcel, in any order. */
const trackingInfo = z
  .array(z.object({ ctime: wireTime, description: z.string() }))
  .transform((rows): readonly TrackingEvent[] =>
    rows.map(({ ctime, description }) => ({ at: ctime, text: description })).sort((left, right) => right.at - left.at),
  );
export const trackingHistory: ShopeeCall<OneOrder, readonly ParcelTracking[]> = {
  key: 'shopee-seller GET logistics/tracking_history',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ orderId }) => toGet('/api/v3/logistics/get_logistics_tracking_history', { order_id: orderId }),
  fromWire(answer) {
    const row = z.object({
      package_number: z.string(),
      tracking_number: z.string().nullish(),
      tracking_info: trackingInfo,
    });
    const data = readData(answer, z.object({ list: z.array(row) }));
    if (!data.ok) return data;
    const parcels = data.value.list.map((parcel) => ({
      packageNumber: parcel.package_number,
      trackingNumber: parcel.tracking_number || null,
      events: parcel.tracking_info,
    }));
    return { ok: true, value: parcels };
  },
};

/** The documents printed for a parcel in a country: the waybill and the country's own documents (spec 2 §9). */
export function printFormatsOf(country: Country): readonly PrintFormat[] {
  if (country === 'SG' || country === 'TH') return ['waybill', 'packing_list'];
  return country === 'BR' ? ['waybill', 'declaration'] : ['waybill'];
}

/** Paper and printer of the shop's waybills. */
const WAYBILL_TYPES = ['NORMAL', 'THERMAL'] as const;
export interface PrintSettings {
  readonly waybillType: (typeof WAYBILL_TYPES)[number] | Unknown;
  /** The marketplace's own name of the format, by which a waybill is printed. */
  readonly wireType: string;
  readonly formats: readonly PrintFormat[];
}
export const getPrintWaybillType: ShopeeCall<null, PrintSettings> = {
  key: 'shopee-seller GET logistics/get_print_waybill_type',
  tag: 'seen',
  repeat: 'read',
  toWire: (_none, { shopId }) => toGet('/api/v3/logistics/get_print_waybill_type', { shop_id: shopId }),
  fromWire(answer, { country }) {
    const data = readData(answer, z.object({ waybill_type: z.string() }));
    if (!data.ok) return data;
    const { waybill_type: wireType } = data.value;
    const waybillType = WAYBILL_TYPES.find((known) => known === wireType) ?? UNKNOWN;
    return { ok: true, value: { waybillType, wireType, formats: printFormatsOf(country) } };
  },
};

export interface PrintableParcel {
  readonly orderId: string;
  readonly packageNumber: string;
}
/** The answer leaves out orders without a parcel to print. */
export const checkPackagePrint: ShopeeCall<{ readonly orderIds: readonly string[] }, readonly PrintableParcel[]> = {
  key: 'shopee-seller POST logistics/check_package_print_waybill_multi_shop',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ orderIds }, { shopId, country }) =>
    toPost('/api/v3/logistics/check_package_print_waybill_multi_shop', {
      order_info_list: orderIds.map((orderId) => ({
        order_id: toWireInteger(orderId),
        shop_id: toWireInteger(shopId),
        region_id: country,
      })),
    }),
  fromWire(answer) {
    const row = z.object({ order_id: wireId, package_number: z.string() });
    const data = readData(answer, z.object({ list: z.array(row) }));
    if (!data.ok) return data;
    const parcels = data.value.list.map((each) => ({ orderId: each.order_id, packageNumber: each.package_number }));
    return { ok: true, value: parcels.filter(({ packageNumber }) => packageNumber !== '') };
  },
};

/** 1 is the waybill; ours: the numbers and names of the other documents. */
const FILES: Readonly<Record<PrintFormat, { readonly name: string; readonly contents: number }>> = {
  waybill: { name: 'Air Waybill', contents: 1 },
  packing_list: { name: 'Packing List', contents: 5 },
  declaration: { name: 'Declaration', contents: 6 },
};
export interface PrintJobs {
  readonly parcels: readonly Pick<OrderPackage, 'orderId' | 'packageNumber' | 'channelId'>[];
  readonly settings: PrintSettings;
}
/** The ids of the print jobs. */
export const createPrintJobs: ShopeeCall<PrintJobs, readonly string[]> = {
  key: 'shopee-seller POST logistics/create_sd_jobs_multi_shop',
  tag: 'seen',
  repeat: 'once',
  toWire: ({ parcels, settings }, { shopId, country }) =>
    toPost(
      '/api/v3/logistics/create_sd_jobs_multi_shop',
      {
        record_generate_schema: false,
        package_list: parcels.map(({ orderId, packageNumber, channelId }) => ({
          order_id: toWireInteger(orderId),
          package_number: packageNumber,
          region_id: country,
          shop_id: toWireInteger(shopId),
          ...(channelId === null ? {} : { channel_id: toWireInteger(channelId) }),
        })),
        generate_file_details: settings.formats.map((format) => ({
          file_type: `${settings.wireType}_PDF`,
          file_name: FILES[format].name,
          file_contents: [FILES[format].contents],
        })),
      },
      { async_sd_version: '0.2' },
    ),
  fromWire(answer) {
    const row = z.object({ job_id: z.union([z.string(), z.int()]).transform(String) });
    const data = readData(answer, z.object({ list: z.array(row) }));
    return data.ok ? { ok: true, value: data.value.list.map((job) => job.job_id) } : data;
  },
};
