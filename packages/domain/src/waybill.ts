/** The documents that are printed for a parcel: the waybill and what a country demands beside it (spec 2 §9). */
export const PRINT_FORMATS = ['waybill', 'packing_list', 'declaration'] as const;
export type PrintFormat = (typeof PRINT_FORMATS)[number];

/** The documents that a marketplace was asked to make. No call tells of their files, which open at its seller centre. */
export interface WaybillJobs {
  /** The marketplace's ids of its jobs. */
  readonly jobIds: readonly string[];
  /** What each parcel gets. */
  readonly formats: readonly PrintFormat[];
  /** The orders whose parcels are printed; the others of the request have no parcel yet, or none any more. */
  readonly orderIds: readonly string[];
}
