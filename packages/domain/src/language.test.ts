import { expect, it } from 'vitest';
import { buyerLanguage } from './language.ts';

it('is the language of the country while the buyer has written nothing', () => {
  expect(buyerLanguage('TH', [])).toBe('th');
  expect(buyerLanguage('MY', ['', '👍 123'])).toBe('ms');
  expect(buyerLanguage('GLOBAL', [])).toBe('en');
});

it('follows the letters of the last messages', () => {
  expect(buyerLanguage('MY', ['这个有货吗？'])).toBe('zh-Hans');
  expect(buyerLanguage('TW', ['請問有現貨嗎'])).toBe('zh-Hant');
  expect(buyerLanguage('SG', ['สวัสดีค่ะ มีของไหมคะ'])).toBe('th');
  expect(buyerLanguage('SG', ['Shop ơi còn hàng không ạ'])).toBe('vi');
  expect(buyerLanguage('TH', ['Hello, do you ship to Phuket?'])).toBe('en');
});

it('does not take a name or a word for the language', () => {
  expect(buyerLanguage('SG', ['Is the 保温杯 still available in the large size?'])).toBe('en');
  expect(buyerLanguage('ID', ['Apakah barang ini masih ada kak?'])).toBe('id');
  expect(buyerLanguage('MY', ['Is it ready stock?'])).toBe('ms');
});

it('does not take the letters of Spanish, Polish or French for those of another language', () => {
  expect(buyerLanguage('MX', ['¿Todavía tienen el bolso? Mañana paso, ¿cuánto tarda el envío a Querétaro?'])).toBe(
    'es',
  );
  expect(buyerLanguage('CL', ['Llegó roto, ¿prefieren cambio o reembolso?'])).toBe('es');
  expect(buyerLanguage('PL', ['Przyszło uszkodzone, proszę o zwrot pieniędzy. Źle, żółty, ósmy!'])).toBe('pl');
  expect(buyerLanguage('FR', ['Où est ma commande ? J’ai reçu la mauvaise couleur, ça va être échangé ?'])).toBe('fr');
});
