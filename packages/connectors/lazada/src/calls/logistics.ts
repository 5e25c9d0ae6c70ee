/** The parcels of an order, and the events of each parcel. */
import type { Parcel, TrackingEvent } from '@pasar/domain';
import { z } from 'zod';
import { wireId, wireMilliseconds, wireText } from '../wire/fields.ts';
import { readAs, siteCall } from './definition.ts';
import { readRows } from './pages.ts';
import { SITE_PATHS } from './site-paths.ts';

/** `parcelId` and `fulfilmentOrderId` together identify a parcel. */
export interface ParcelRef extends Omit<Parcel, 'events'> {
  readonly fulfilmentOrderId: string;
}
/** Ours: camel case of the official order trace (facts A.2), with the carrier of the order list. */
const packageSchema = z.object({
  packageId: wireId,
  ofcOrderId: wireId,
  shipmentProviderName: wireText,
  trackingNumber: wireText,
});

export const packageList = siteCall({
  key: 'lazada-seller GET package-list',
  tag: 'ours',
  repeat: 'read',
  method: 'GET',
  path: SITE_PATHS.packages,
  fields: ({ orderId }: { readonly orderId: string }) => ({ orderId }),
  read: readAs('package list', z.object({ dataSource: z.array(z.unknown()) }), ({ dataSource }, scope) =>
    readRows(
      'package',
      dataSource,
      packageSchema,
      (row): ParcelRef => ({
        parcelId: row.packageId,
        fulfilmentOrderId: row.ofcOrderId,
        carrier: row.shipmentProviderName,
        trackingNumber: row.trackingNumber,
      }),
      scope,
    ),
  ),
});

const traceSchema = z.object({
  logisticDetailInfoList: z.array(z.object({ eventTime: wireMilliseconds, title: wireText, description: wireText })),
});
const newestFirst = (left: TrackingEvent, right: TrackingEvent): number => right.at - left.at;

/** The events of a parcel, newest first. */
export const logisticsDetail = siteCall({
  key: 'lazada-seller GET logistics-detail',
  tag: 'ours',
  repeat: 'read',
  method: 'GET',
  path: SITE_PATHS.logistics,
  fields: ({ fulfilmentOrderId, parcelId }: Pick<ParcelRef, 'fulfilmentOrderId' | 'parcelId'>) => ({
    ofcOrderId: fulfilmentOrderId,
    packageId: parcelId,
  }),
  read: readAs('logistics detail', traceSchema, ({ logisticDetailInfoList }): readonly TrackingEvent[] =>
    logisticDetailInfoList
      .map(({ eventTime, title, description }) => ({ at: eventTime, text: description ?? title ?? '' }))
      .toSorted(newestFirst),
  ),
});
