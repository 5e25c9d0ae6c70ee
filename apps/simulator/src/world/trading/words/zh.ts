import type { TradeWords } from './types.ts';

export const traditionalChinese: TradeWords = {
  editions: ['新款', '禮盒組', '旅行款', '家庭號', '現貨'],
  percentVoucher: '全店折扣 {percent}%',
  amountVoucher: '折抵 {amount}',
  praise: ['跟照片一樣，很喜歡', '出貨快，包裝用心', '第二次回購了', 'CP 值很高'],
  complaints: ['外箱有點凹', '比想像中小', '等了兩個禮拜才到'],
  ratingReply: '謝謝您的評價，期待再次為您服務！',
  sellerNotes: ['送禮，不附明細', '已電話聯絡，可放管理室', '包貨前確認顏色'],
  tracking: ['訂單已成立', '物流已取件', '抵達理貨中心', '配送中', '已送達'],
  cancelAsked: ['取消申請', '訂單 {order} 的買家申請取消。'],
  notices: {
    order: [
      ['新訂單', '訂單 {order} 等待出貨。'],
      ['退貨申請', '訂單 {order} 的買家申請退款。'],
    ],
    product: [
      ['庫存不足', '{product} 即將售完。'],
      ['商品審核通過', '{product} 已上架。'],
    ],
    finance: [['款項已撥', '訂單 {order} 的款項已入帳。']],
    marketing: [
      ['優惠券即將到期', '您的一張優惠券將於 24 小時內到期。'],
      ['活動招商', '請於週五前提報商品。'],
    ],
    system: [['連假物流公告', '連假期間取件時間順延。']],
    violation: [['商品違規', '{product} 違反規定並計入罰點。']],
    listing_ban: [['商品遭下架', '{product} 已被下架。']],
    failed_delivery: [['配送失敗', '{order} 的包裹無法送達。']],
  },
  quickReplies: [
    ['問候', '您好，很高興為您服務！', '感謝您的光臨。'],
    ['出貨', '我們 24 小時內出貨。', '您的包裹正在配送中。', '約 3 到 5 天送達。'],
    ['售後', '麻煩您提供商品照片。', '已為您同意退款。'],
  ],
};
