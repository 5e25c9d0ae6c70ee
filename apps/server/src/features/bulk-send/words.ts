import type { BulkItemState, BulkSkipReason, Locale, OrderNumberFault } from '@pasar/domain';

export const BULK_SEND_COLUMNS = ['shop', 'buyer', 'orderNumber', 'state', 'why', 'sentAt', 'answered'] as const;
export type BulkSendColumn = (typeof BULK_SEND_COLUMNS)[number];

interface Words {
  readonly sheet: string;
  readonly yes: string;
  readonly column: Readonly<Record<BulkSendColumn, string>>;
  readonly state: Readonly<Record<BulkItemState, string>>;
  readonly skipped: Readonly<Record<BulkSkipReason, string>>;
  /** The number of a row, and why the row of an import is not taken. */
  readonly row: string;
  readonly orderNumberFault: Readonly<Record<OrderNumberFault, string>>;
}

/** The words of an exported workbook; names of sheets have at most 31 characters. */
export const WORDS: Readonly<Record<Locale, Words>> = {
  en: {
    sheet: 'Bulk send',
    yes: 'Yes',
    column: {
      shop: 'Shop',
      buyer: 'Buyer',
      orderNumber: 'Order number',
      state: 'Result',
      why: 'Why',
      sentAt: 'Sent at',
      answered: 'Answered within a day',
    },
    state: {
      wait: 'Waiting',
      sent: 'On the way',
      success: 'Succeeded',
      fail: 'Failed',
      skip: 'Left out',
      unconfirmed: 'Unconfirmed',
    },
    skipped: {
      noConversation: 'No conversation with the buyer',
      leftTarget: 'The buyer no longer fits the chosen order status or tag',
      buyerBlocked: 'The buyer is blocked',
      notIdle: 'There were messages in the chosen days',
      openOrder: 'The buyer has an open order',
      orderCare: 'Order care has written to the buyer',
      caredFor: 'The order has had this message',
      stageOver: 'The order is no longer at this stage',
      stageNew: 'The order was finished too short a time ago',
      notDue: 'More than a day late, or its shop is no longer chosen',
      writtenTo: 'The shop has written to the buyer in the chosen days',
      cap: 'The buyer has got the most automatic messages',
      outOfReach: 'The marketplace does not allow a message to the buyer now',
      inARow: 'Too many messages in a row without an answer',
      tooLong: 'The text is too long for the marketplace',
      nothingToSay:
        'Nothing of the message can be sent to the buyer, for example because no order or tracking number is known',
    },
    row: 'Row',
    orderNumberFault: {
      unknown: 'No order has this number',
      repeated: 'The number stands there twice',
      notText: 'The cell is no text. Format the column as text.',
    },
  },
  'zh-CN': {
    sheet: '批量发送',
    yes: '是',
    column: {
      shop: '店铺',
      buyer: '买家',
      orderNumber: '订单号',
      state: '结果',
      why: '原因',
      sentAt: '发送时间',
      answered: '一天内回复',
    },
    state: {
      wait: '等待中',
      sent: '发送中',
      success: '成功',
      fail: '失败',
      skip: '已排除',
      unconfirmed: '未确认',
    },
    skipped: {
      noConversation: '与该买家没有会话',
      leftTarget: '买家已不符合所选的订单状态或标签',
      buyerBlocked: '买家已被拉黑',
      notIdle: '所选天数内有消息往来',
      openOrder: '买家有未完成的订单',
      orderCare: '订单关怀已给买家发过消息',
      caredFor: '该订单已收到过此消息',
      stageOver: '订单已不在该阶段',
      stageNew: '订单完成时间还不够久',
      notDue: '已超时一天以上，或其店铺已不在所选范围',
      writtenTo: '店铺在所选天数内给买家发过消息',
      cap: '买家收到的自动消息已达上限',
      outOfReach: '平台目前不允许给该买家发消息',
      inARow: '买家未回复时连续发送的消息过多',
      tooLong: '文字超过平台的长度限制',
      nothingToSay: '消息中没有可发给该买家的内容，例如没有已知的订单号或物流单号',
    },
    row: '行',
    orderNumberFault: {
      unknown: '没有此订单号的订单',
      repeated: '订单号重复',
      notText: '单元格不是文本，请把该列设为文本格式',
    },
  },
  'zh-TW': {
    sheet: '批次傳送',
    yes: '是',
    column: {
      shop: '商店',
      buyer: '買家',
      orderNumber: '訂單編號',
      state: '結果',
      why: '原因',
      sentAt: '傳送時間',
      answered: '一天內回覆',
    },
    state: {
      wait: '等待中',
      sent: '傳送中',
      success: '成功',
      fail: '失敗',
      skip: '已排除',
      unconfirmed: '未確認',
    },
    skipped: {
      noConversation: '與該買家沒有對話',
      leftTarget: '買家已不符合所選的訂單狀態或標籤',
      buyerBlocked: '買家已被封鎖',
      notIdle: '所選天數內有訊息往來',
      openOrder: '買家有未完成的訂單',
      orderCare: '訂單關懷已傳訊息給買家',
      caredFor: '該訂單已收到過此訊息',
      stageOver: '訂單已不在該階段',
      stageNew: '訂單完成時間還不夠久',
      notDue: '已逾時一天以上，或其商店已不在所選範圍',
      writtenTo: '商店在所選天數內傳過訊息給買家',
      cap: '買家收到的自動訊息已達上限',
      outOfReach: '平台目前不允許傳訊息給該買家',
      inARow: '買家未回覆時連續傳送的訊息過多',
      tooLong: '文字超過平台的長度限制',
      nothingToSay: '訊息中沒有可傳給該買家的內容，例如沒有已知的訂單編號或物流單號',
    },
    row: '列',
    orderNumberFault: {
      unknown: '沒有此訂單編號的訂單',
      repeated: '訂單編號重複',
      notText: '儲存格不是文字，請把該欄設為文字格式',
    },
  },
  th: {
    sheet: 'ส่งหาผู้ซื้อหลายคน',
    yes: 'ใช่',
    column: {
      shop: 'ร้าน',
      buyer: 'ผู้ซื้อ',
      orderNumber: 'หมายเลขคำสั่งซื้อ',
      state: 'ผลลัพธ์',
      why: 'สาเหตุ',
      sentAt: 'ส่งเมื่อ',
      answered: 'ตอบภายในหนึ่งวัน',
    },
    state: {
      wait: 'รออยู่',
      sent: 'กำลังส่ง',
      success: 'สำเร็จ',
      fail: 'ไม่สำเร็จ',
      skip: 'ไม่ส่ง',
      unconfirmed: 'ยังไม่ยืนยัน',
    },
    skipped: {
      noConversation: 'ไม่มีแชทกับผู้ซื้อ',
      leftTarget: 'ผู้ซื้อไม่ตรงกับสถานะคำสั่งซื้อหรือแท็กที่เลือกแล้ว',
      buyerBlocked: 'ผู้ซื้อถูกบล็อก',
      notIdle: 'มีข้อความในช่วงวันที่เลือก',
      openOrder: 'ผู้ซื้อมีคำสั่งซื้อที่ยังไม่เสร็จ',
      orderCare: 'การดูแลคำสั่งซื้อได้ส่งข้อความถึงผู้ซื้อแล้ว',
      caredFor: 'คำสั่งซื้อนี้ได้รับข้อความนี้แล้ว',
      stageOver: 'คำสั่งซื้อไม่อยู่ในขั้นตอนนี้แล้ว',
      stageNew: 'คำสั่งซื้อเพิ่งเสร็จสิ้นได้ไม่นานพอ',
      notDue: 'ช้าเกินหนึ่งวัน หรือไม่ได้เลือกร้านนี้แล้ว',
      writtenTo: 'ร้านได้ส่งข้อความถึงผู้ซื้อในช่วงวันที่เลือก',
      cap: 'ผู้ซื้อได้รับข้อความอัตโนมัติครบจำนวนแล้ว',
      outOfReach: 'แพลตฟอร์มไม่ให้ส่งข้อความถึงผู้ซื้อในตอนนี้',
      inARow: 'ส่งข้อความติดกันมากเกินไปโดยผู้ซื้อไม่ตอบ',
      tooLong: 'ข้อความยาวเกินที่แพลตฟอร์มรับได้',
      nothingToSay: 'ไม่มีส่วนใดของข้อความที่ส่งถึงผู้ซื้อได้ เช่น ไม่ทราบเลขคำสั่งซื้อหรือเลขพัสดุ',
    },
    row: 'แถว',
    orderNumberFault: {
      unknown: 'ไม่มีคำสั่งซื้อหมายเลขนี้',
      repeated: 'หมายเลขซ้ำ',
      notText: 'เซลล์ไม่ใช่ข้อความ โปรดจัดรูปแบบคอลัมน์เป็นข้อความ',
    },
  },
};
