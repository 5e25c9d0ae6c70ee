import type { Locale, RemarkKind, RemarkStatus } from '@pasar/domain';

export const REMARK_COLUMNS = [
  'createdAt',
  'kind',
  'status',
  'shop',
  'buyer',
  'orderNumber',
  'content',
  'pictures',
  'assignee',
  'dueAt',
  'author',
  'finishedAt',
  'finishedBy',
] as const;
export type RemarkColumn = (typeof REMARK_COLUMNS)[number];

interface Words {
  readonly sheet: string;
  readonly kind: Readonly<Record<RemarkKind, string>>;
  readonly status: Readonly<Record<RemarkStatus, string>>;
  readonly column: Readonly<Record<RemarkColumn, string>>;
}

/** The words of an exported workbook; names of sheets have at most 31 characters. */
export const WORDS: Readonly<Record<Locale, Words>> = {
  en: {
    sheet: 'Remarks',
    kind: { pre_sales: 'Pre-sales', after_sales: 'After-sales' },
    status: { wait: 'Pending', finished: 'Processed' },
    column: {
      createdAt: 'Added',
      kind: 'Kind',
      status: 'Status',
      shop: 'Shop',
      buyer: 'Buyer',
      orderNumber: 'Order number',
      content: 'Remark',
      pictures: 'Pictures',
      assignee: 'Assigned to',
      dueAt: 'Due',
      author: 'Added by',
      finishedAt: 'Processed at',
      finishedBy: 'Processed by',
    },
  },
  'zh-CN': {
    sheet: '售前售后备注',
    kind: { pre_sales: '售前', after_sales: '售后' },
    status: { wait: '待处理', finished: '已处理' },
    column: {
      createdAt: '添加时间',
      kind: '类型',
      status: '状态',
      shop: '店铺',
      buyer: '买家',
      orderNumber: '订单号',
      content: '备注',
      pictures: '图片数',
      assignee: '负责人',
      dueAt: '截止日期',
      author: '添加人',
      finishedAt: '处理时间',
      finishedBy: '处理人',
    },
  },
  'zh-TW': {
    sheet: '售前售後備註',
    kind: { pre_sales: '售前', after_sales: '售後' },
    status: { wait: '待處理', finished: '已處理' },
    column: {
      createdAt: '新增時間',
      kind: '類型',
      status: '狀態',
      shop: '商店',
      buyer: '買家',
      orderNumber: '訂單編號',
      content: '備註',
      pictures: '圖片數',
      assignee: '負責人',
      dueAt: '到期日',
      author: '新增者',
      finishedAt: '處理時間',
      finishedBy: '處理者',
    },
  },
  th: {
    sheet: 'หมายเหตุ',
    kind: { pre_sales: 'ก่อนขาย', after_sales: 'หลังขาย' },
    status: { wait: 'รอดำเนินการ', finished: 'ดำเนินการแล้ว' },
    column: {
      createdAt: 'เพิ่มเมื่อ',
      kind: 'ประเภท',
      status: 'สถานะ',
      shop: 'ร้าน',
      buyer: 'ผู้ซื้อ',
      orderNumber: 'หมายเลขคำสั่งซื้อ',
      content: 'หมายเหตุ',
      pictures: 'จำนวนรูปภาพ',
      assignee: 'ผู้รับผิดชอบ',
      dueAt: 'วันครบกำหนด',
      author: 'เพิ่มโดย',
      finishedAt: 'ดำเนินการเมื่อ',
      finishedBy: 'ดำเนินการโดย',
    },
  },
};
