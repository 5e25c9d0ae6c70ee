import type { Page } from '@pasar/connector-kit';
import type { ReturnCase, TrackingEvent } from '@pasar/domain';
import { toWireInteger } from '../../inbound/wire-json.ts';
import {
  checkPackagePrint,
  createPrintJobs,
  getPrintWaybillType,
  type ParcelTracking,
  type PrintableParcel,
  type PrintJobs,
  type PrintSettings,
  trackingHistory,
} from './logistics.ts';
import type { OneOrder } from './orders.ts';
import { listReturnCases, type OneReturn, returnDetail, returnTracking } from './returns.ts';
import { getOf, ORDER, SCOPE, type SellerFixture, SHOP, sendOf, v3, v4 } from './scene.fixture.ts';

const PACKAGE = 'OFG91435086143634';

export const trackingFixture: SellerFixture<OneOrder, readonly ParcelTracking[]> = {
  call: trackingHistory,
  params: { orderId: ORDER },
  scope: SCOPE,
  request: getOf('/api/v3/logistics/get_logistics_tracking_history', { order_id: ORDER }),
  answer: v3(`{"list":[{"package_number":"${PACKAGE}","tracking_number":"NVSG0001","tracking_info":[
    {"ctime":1763712000,"description":"Picked up","logistics_status":3},
    {"ctime":1763798400,"description":"Delivered","logistics_status":8}]}]}`),
  result: [
    {
      packageNumber: PACKAGE,
      trackingNumber: 'NVSG0001',
      events: [
        { at: 1_763_798_400_000, text: 'Delivered' },
        { at: 1_763_712_000_000, text: 'Picked up' },
      ],
    },
  ],
};
export const waybillTypeFixture: SellerFixture<null, PrintSettings> = {
  call: getPrintWaybillType,
  params: null,
  scope: SCOPE,
  request: getOf('/api/v3/logistics/get_print_waybill_type', { shop_id: SHOP }),
  answer: v3('{"waybill_type":"THERMAL"}'),
  result: { waybillType: 'THERMAL', wireType: 'THERMAL', formats: ['waybill', 'packing_list'] },
};
export const checkPrintFixture: SellerFixture<{ readonly orderIds: readonly string[] }, readonly PrintableParcel[]> = {
  call: checkPackagePrint,
  params: { orderIds: [ORDER] },
  scope: SCOPE,
  request: sendOf('POST', '/api/v3/logistics/check_package_print_waybill_multi_shop', {
    order_info_list: [{ order_id: toWireInteger(ORDER), shop_id: toWireInteger(SHOP), region_id: 'SG' }],
  }),
  answer: v3(`{"list":[{"order_id":${ORDER},"package_number":"${PACKAGE}"}]}`),
  result: [{ orderId: ORDER, packageNumber: PACKAGE }],
};
export const printJobsFixture: SellerFixture<PrintJobs, readonly string[]> = {
  call: createPrintJobs,
  params: {
    parcels: [{ orderId: ORDER, packageNumber: PACKAGE, channelId: '18025' }],
    settings: { waybillType: 'NORMAL', wireType: 'NORMAL', formats: ['waybill', 'packing_list'] },
  },
  scope: SCOPE,
  request: sendOf(
    'POST',
    '/api/v3/logistics/create_sd_jobs_multi_shop',
    {
      record_generate_schema: false,
      package_list: [
        {
          order_id: toWireInteger(ORDER),
          package_number: PACKAGE,
          region_id: 'SG',
          shop_id: toWireInteger(SHOP),
          channel_id: toWireInteger('18025'),
        },
      ],
      generate_file_details: [
        { file_type: 'NORMAL_PDF', file_name: 'Air Waybill', file_contents: [1] },
        { file_type: 'NORMAL_PDF', file_name: 'Packing List', file_contents: [5] },
      ],
    },
    { async_sd_version: '0.2' },
  ),
  answer: v3('{"list":[{"job_id":"SDJ-1"},{"job_id":"SDJ-2"}]}'),
  result: ['SDJ-1', 'SDJ-2'],
};

const RETURN = '7301234567890170001';
const RETURN_JSON = `{"order_id":${ORDER},"return_id":${RETURN},"return_sn":"R2611213TQ70","reason":106,
  "refund_amount":"12.50","status":4,"create_time":1763712000,"return_header":{"attribute_list":{"return_attributes":[]}}}`;
const returnCase: ReturnCase = {
  returnId: RETURN,
  returnSn: 'R2611213TQ70',
  orderId: ORDER,
  status: 'wait_response',
  wireStatus: '4',
  reason: '106',
  refund: { amount: '12.5', currency: 'SGD' },
  createdAt: 1_763_712_000_000,
};
export const returnListFixture: SellerFixture<{ readonly page: number }, Page<ReturnCase>> = {
  call: listReturnCases,
  params: { page: 1 },
  scope: SCOPE,
  request: getOf('/api/v1/return/list', { page_number: '1', page_size: '40' }),
  answer: v3(`{"list":[${RETURN_JSON}],"page_info":{"total":41,"page_number":1,"page_size":40}}`),
  result: { items: [returnCase], next: '2', unreadable: [] },
};
export const returnDetailFixture: SellerFixture<OneReturn, ReturnCase> = {
  call: returnDetail,
  params: { returnId: RETURN },
  scope: SCOPE,
  request: getOf('/api/v1/return/detail', { return_id: RETURN }),
  answer: v3(RETURN_JSON),
  result: returnCase,
};
export const returnTrackingFixture: SellerFixture<OneReturn, readonly TrackingEvent[]> = {
  call: returnTracking,
  params: { returnId: RETURN },
  scope: SCOPE,
  request: getOf('/api/v4/seller_center/return/get_return_tracking_history', { return_id: RETURN }),
  answer: v4('{"list":[{"ctime":1763712000,"description":"Sent back"},{"ctime":1763798400,"description":"Arrived"}]}'),
  result: [
    { at: 1_763_798_400_000, text: 'Arrived' },
    { at: 1_763_712_000_000, text: 'Sent back' },
  ],
};
