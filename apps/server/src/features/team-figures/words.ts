import type { TeamFigureSums } from '@pasar/api';
import type { Locale } from '@pasar/domain';

export type FigureColumn = keyof TeamFigureSums;

interface Words {
  readonly members: string;
  readonly member: string;
  readonly shops: string;
  readonly shop: string;
  readonly hours: string;
  readonly hour: string;
  readonly elsewhere: string;
  readonly gone: string;
  readonly column: Readonly<Record<FigureColumn, string>>;
}

/** The words of an exported workbook; names of sheets have at most 31 characters. */
export const WORDS: Readonly<Record<Locale, Words>> = {
  en: {
    members: 'Members',
    member: 'Member',
    shops: 'Shops',
    shop: 'Shop',
    hours: 'Hours of the day',
    hour: 'Hour',
    elsewhere: 'Answered elsewhere',
    gone: 'Deleted member',
    column: {
      firstWaits: 'First questions',
      firstMedian: 'Median first answer (minutes)',
      waits: 'Waits',
      answered: 'Answered',
      median: 'Median answer (minutes)',
      nineTenths: 'Nine of ten within (minutes)',
      conversations: 'Conversations',
      received: 'Messages received',
      sent: 'Messages sent',
      answeredBuyers: 'Buyers answered',
      orderedBuyers: 'Ordered within a day',
    },
  },
  'zh-CN': {
    members: '成员',
    member: '成员',
    shops: '店铺',
    shop: '店铺',
    hours: '按小时',
    hour: '小时',
    elsewhere: '在别处回复',
    gone: '已删除的成员',
    column: {
      firstWaits: '首次咨询',
      firstMedian: '首次回复中位数（分钟）',
      waits: '等待次数',
      answered: '已回复',
      median: '回复时长中位数（分钟）',
      nineTenths: '九成回复不超过（分钟）',
      conversations: '会话',
      received: '收到的消息',
      sent: '发出的消息',
      answeredBuyers: '已回复的买家',
      orderedBuyers: '一天内下单',
    },
  },
  'zh-TW': {
    members: '成員',
    member: '成員',
    shops: '商店',
    shop: '商店',
    hours: '按小時',
    hour: '小時',
    elsewhere: '在別處回覆',
    gone: '已刪除的成員',
    column: {
      firstWaits: '首次詢問',
      firstMedian: '首次回覆中位數（分鐘）',
      waits: '等待次數',
      answered: '已回覆',
      median: '回覆時長中位數（分鐘）',
      nineTenths: '九成回覆不超過（分鐘）',
      conversations: '對話',
      received: '收到的訊息',
      sent: '發出的訊息',
      answeredBuyers: '已回覆的買家',
      orderedBuyers: '一天內下單',
    },
  },
  th: {
    members: 'สมาชิก',
    member: 'สมาชิก',
    shops: 'ร้านค้า',
    shop: 'ร้านค้า',
    hours: 'ชั่วโมงของวัน',
    hour: 'ชั่วโมง',
    elsewhere: 'ตอบจากที่อื่น',
    gone: 'สมาชิกที่ถูกลบ',
    column: {
      firstWaits: 'คำถามแรก',
      firstMedian: 'ค่ากลางของคำตอบแรก (นาที)',
      waits: 'จำนวนครั้งที่รอ',
      answered: 'ตอบแล้ว',
      median: 'ค่ากลางของเวลาตอบ (นาที)',
      nineTenths: 'เก้าในสิบตอบภายใน (นาที)',
      conversations: 'การสนทนา',
      received: 'ข้อความที่ได้รับ',
      sent: 'ข้อความที่ส่ง',
      answeredBuyers: 'ผู้ซื้อที่ได้รับคำตอบ',
      orderedBuyers: 'สั่งซื้อภายในหนึ่งวัน',
    },
  },
};
