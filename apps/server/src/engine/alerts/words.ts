import type { AlertKind, Locale } from '@pasar/domain';

interface Words {
  readonly began: Readonly<Record<AlertKind, (name: string) => string>>;
  readonly over: Readonly<Record<AlertKind, (name: string) => string>>;
  readonly since: (time: string) => string;
  readonly next: Readonly<Record<AlertKind, string>>;
}

/** What the mails say, in the language of the person who saved the settings. */
export const ALERT_WORDS: Readonly<Record<Locale, Words>> = {
  en: {
    began: {
      loggedOut: (name) => `Logged out: ${name}`,
      answersFail: (name) => `Answers fail: ${name}`,
      proxyDead: (name) => `Proxy fails: ${name}`,
      lowReview: (name) => `Low review: ${name}`,
      answersLate: (name) => `Answers are overdue: ${name}`,
    },
    over: {
      loggedOut: (name) => `Over: ${name} is no longer logged out`,
      answersFail: (name) => `Over: answers of ${name} no longer fail`,
      proxyDead: (name) => `Over: the proxy ${name} works again`,
      lowReview: (name) => `Over: no new low review of ${name} waits for an answer`,
      answersLate: () => 'Over: no answer of the last day is overdue',
    },
    since: (time) => `Since ${time}.`,
    next: {
      loggedOut: 'These shops can neither receive nor send messages. Open Pasar and log the account in again.',
      answersFail: 'Several answers did not reach their buyers. Open Pasar to see why and to send them again.',
      proxyDead: 'Accounts that use this proxy have no connection. Open Pasar and test or change the proxy.',
      lowReview:
        'A buyer gave one or two stars. Open Pasar to read the review and to write to the buyer; answer it at the marketplace.',
      answersLate:
        'Buyers wait longer than the time in which their marketplace counts answers. Open Pasar and begin with the tab Due.',
    },
  },
  'zh-CN': {
    began: {
      loggedOut: (name) => `已掉线：${name}`,
      answersFail: (name) => `回复发送失败：${name}`,
      proxyDead: (name) => `代理故障：${name}`,
      lowReview: (name) => `收到差评：${name}`,
      answersLate: (name) => `回复已超时：${name}`,
    },
    over: {
      loggedOut: (name) => `已恢复：${name} 不再掉线`,
      answersFail: (name) => `已恢复：${name} 的回复不再失败`,
      proxyDead: (name) => `已恢复：代理 ${name} 可正常使用`,
      lowReview: (name) => `已处理：${name} 没有待回复的新差评`,
      answersLate: () => '已处理：最近一天没有超时的回复',
    },
    since: (time) => `开始时间：${time}。`,
    next: {
      loggedOut: '这些店铺无法收发消息。请打开 Pasar 重新登录该账号。',
      answersFail: '有多条回复未送达买家。请打开 Pasar 查看原因并重新发送。',
      proxyDead: '使用该代理的账号已断开连接。请打开 Pasar 测试或更换代理。',
      lowReview: '有买家给了一星或两星。请打开 Pasar 查看评价并联系买家，评价请在平台回复。',
      answersLate: '有买家等待的时间超过了平台的回复时限。请打开 Pasar，从“将超时”开始处理。',
    },
  },
  'zh-TW': {
    began: {
      loggedOut: (name) => `已登出：${name}`,
      answersFail: (name) => `回覆傳送失敗：${name}`,
      proxyDead: (name) => `Proxy 故障：${name}`,
      lowReview: (name) => `收到差評：${name}`,
      answersLate: (name) => `回覆已逾時：${name}`,
    },
    over: {
      loggedOut: (name) => `已恢復：${name} 不再登出`,
      answersFail: (name) => `已恢復：${name} 的回覆不再失敗`,
      proxyDead: (name) => `已恢復：Proxy ${name} 可正常使用`,
      lowReview: (name) => `已處理：${name} 沒有待回覆的新差評`,
      answersLate: () => '已處理：最近一天沒有逾時的回覆',
    },
    since: (time) => `開始時間：${time}。`,
    next: {
      loggedOut: '這些商店無法收發訊息。請開啟 Pasar 重新登入此帳號。',
      answersFail: '有多則回覆未送達買家。請開啟 Pasar 查看原因並重新傳送。',
      proxyDead: '使用此 Proxy 的帳號已中斷連線。請開啟 Pasar 測試或更換 Proxy。',
      lowReview: '有買家給了一星或兩星。請開啟 Pasar 查看評價並聯絡買家，評價請在平台回覆。',
      answersLate: '有買家等待的時間超過了平台的回覆時限。請開啟 Pasar，從「將逾時」開始處理。',
    },
  },
  th: {
    began: {
      loggedOut: (name) => `หลุดออกจากระบบ: ${name}`,
      answersFail: (name) => `ส่งคำตอบไม่สำเร็จ: ${name}`,
      proxyDead: (name) => `พร็อกซีใช้ไม่ได้: ${name}`,
      lowReview: (name) => `รีวิวคะแนนต่ำ: ${name}`,
      answersLate: (name) => `คำตอบเกินกำหนด: ${name}`,
    },
    over: {
      loggedOut: (name) => `กลับมาปกติ: ${name} เข้าสู่ระบบแล้ว`,
      answersFail: (name) => `กลับมาปกติ: ${name} ส่งคำตอบได้แล้ว`,
      proxyDead: (name) => `กลับมาปกติ: พร็อกซี ${name} ใช้ได้แล้ว`,
      lowReview: (name) => `เรียบร้อย: ${name} ไม่มีรีวิวคะแนนต่ำใหม่ที่รอคำตอบ`,
      answersLate: () => 'เรียบร้อย: ไม่มีคำตอบเกินกำหนดในหนึ่งวันที่ผ่านมา',
    },
    since: (time) => `ตั้งแต่ ${time}`,
    next: {
      loggedOut: 'ร้านเหล่านี้รับและส่งข้อความไม่ได้ โปรดเปิด Pasar แล้วเข้าสู่ระบบบัญชีอีกครั้ง',
      answersFail: 'คำตอบหลายรายการส่งไม่ถึงผู้ซื้อ โปรดเปิด Pasar เพื่อดูสาเหตุและส่งอีกครั้ง',
      proxyDead: 'บัญชีที่ใช้พร็อกซีนี้ไม่มีการเชื่อมต่อ โปรดเปิด Pasar เพื่อทดสอบหรือเปลี่ยนพร็อกซี',
      lowReview: 'ผู้ซื้อให้หนึ่งหรือสองดาว โปรดเปิด Pasar เพื่ออ่านรีวิวและเขียนถึงผู้ซื้อ ส่วนการตอบรีวิวให้ทำที่แพลตฟอร์ม',
      answersLate: 'มีผู้ซื้อรอนานกว่าเวลาที่แพลตฟอร์มนับคำตอบ โปรดเปิด Pasar แล้วเริ่มจากแท็บ “ใกล้ครบ”',
    },
  },
};
