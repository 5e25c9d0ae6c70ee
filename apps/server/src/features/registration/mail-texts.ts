import type { Locale } from '@pasar/domain';
import { CODE_LIMITS } from '../../records/entrance-codes.ts';

interface MailWords {
  readonly subject: string;
  readonly text: string;
}
interface EntranceMails {
  readonly register: (code: string, minutes: number) => MailWords;
  readonly reset: (code: string, minutes: number) => MailWords;
  readonly changed: MailWords;
}

/** No link stands in them: a person types the code, and learns never to follow a link of such a mail. */
const MAILS: Readonly<Record<Locale, EntranceMails>> = {
  'zh-CN': {
    register: (code, minutes) => ({
      subject: `Pasar 验证码 ${code}`,
      text: `您的注册验证码是 ${code}，${minutes} 分钟内有效，只能使用一次。\n\n如果不是您在注册，请忽略此邮件。`,
    }),
    reset: (code, minutes) => ({
      subject: `Pasar 验证码 ${code}`,
      text: `您的重设密码验证码是 ${code}，${minutes} 分钟内有效，只能使用一次。请勿告诉任何人。\n\n如果不是您要重设密码，请忽略此邮件，您的密码没有改变。`,
    }),
    changed: {
      subject: 'Pasar 密码已重设',
      text: '您的密码刚刚被重设，所有设备都已退出登录。\n\n如果不是您本人操作，请立即在登录页面再次重设密码，并检查您的邮箱是否安全。',
    },
  },
  'zh-TW': {
    register: (code, minutes) => ({
      subject: `Pasar 驗證碼 ${code}`,
      text: `您的註冊驗證碼是 ${code}，${minutes} 分鐘內有效，只能使用一次。\n\n如果不是您在註冊，請忽略此郵件。`,
    }),
    reset: (code, minutes) => ({
      subject: `Pasar 驗證碼 ${code}`,
      text: `您的重設密碼驗證碼是 ${code}，${minutes} 分鐘內有效，只能使用一次。請勿告訴任何人。\n\n如果不是您要重設密碼，請忽略此郵件，您的密碼沒有改變。`,
    }),
    changed: {
      subject: 'Pasar 密碼已重設',
      text: '您的密碼剛剛被重設，所有裝置都已登出。\n\n如果不是您本人操作，請立即在登入頁面再次重設密碼，並檢查您的信箱是否安全。',
    },
  },
  en: {
    register: (code, minutes) => ({
      subject: `Pasar code ${code}`,
      text: `Your code to register is ${code}. It is good for ${minutes} minutes and works once.\n\nIf you did not register, ignore this mail.`,
    }),
    reset: (code, minutes) => ({
      subject: `Pasar code ${code}`,
      text: `Your code to choose a new password is ${code}. It is good for ${minutes} minutes and works once. Tell it to nobody.\n\nIf you did not ask for it, ignore this mail. Your password has not changed.`,
    }),
    changed: {
      subject: 'Your Pasar password was changed',
      text: 'Your password was just changed by a code of this mailbox, and all devices were logged out.\n\nIf this was not you, choose a new password on the login page now, and check who can read this mailbox.',
    },
  },
  th: {
    register: (code, minutes) => ({
      subject: `รหัสยืนยัน Pasar ${code}`,
      text: `รหัสยืนยันสำหรับลงทะเบียนคือ ${code} ใช้ได้ภายใน ${minutes} นาที และใช้ได้ครั้งเดียว\n\nหากคุณไม่ได้ลงทะเบียน ไม่ต้องสนใจอีเมลนี้`,
    }),
    reset: (code, minutes) => ({
      subject: `รหัสยืนยัน Pasar ${code}`,
      text: `รหัสยืนยันสำหรับตั้งรหัสผ่านใหม่คือ ${code} ใช้ได้ภายใน ${minutes} นาที และใช้ได้ครั้งเดียว อย่าบอกผู้อื่น\n\nหากคุณไม่ได้ขอ ไม่ต้องสนใจอีเมลนี้ รหัสผ่านของคุณไม่เปลี่ยนแปลง`,
    }),
    changed: {
      subject: 'รหัสผ่าน Pasar ถูกเปลี่ยนแล้ว',
      text: 'รหัสผ่านของคุณเพิ่งถูกเปลี่ยนด้วยรหัสยืนยันจากอีเมลนี้ และทุกอุปกรณ์ออกจากระบบแล้ว\n\nหากไม่ใช่คุณ โปรดตั้งรหัสผ่านใหม่ที่หน้าเข้าสู่ระบบทันที และตรวจสอบว่าใครอ่านอีเมลนี้ได้บ้าง',
    },
  },
};

export const codeMail = (locale: Locale, purpose: 'register' | 'reset', code: string): MailWords =>
  MAILS[locale][purpose](code, CODE_LIMITS.lifeSeconds / 60);
export const passwordChangedMail = (locale: Locale): MailWords => MAILS[locale].changed;
