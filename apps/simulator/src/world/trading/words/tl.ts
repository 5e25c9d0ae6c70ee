import type { TradeWords } from './types.ts';

export const tagalog: TradeWords = {
  editions: ['bagong labas', 'pang-regalo', 'pang-travel', 'pang-pamilya', 'onhand na'],
  percentVoucher: '{percent}% off sa buong shop',
  amountVoucher: '{amount} off sa order mo',
  praise: [
    'Kung ano ang nasa picture, ganun din.',
    'Ang bilis dumating, maayos ang balot.',
    'Pangalawang order ko na.',
    'Sulit!',
  ],
  complaints: ['May yupi ang box.', 'Mas maliit kaysa inasahan.', 'Dalawang linggo bago dumating.'],
  ratingReply: 'Salamat po sa review! Order po ulit kayo.',
  sellerNotes: ['Regalo: walang resibo', 'Natawagan na, iwan sa kapitbahay', 'I-check ang kulay bago ibalot'],
  tracking: ['Natanggap ang order', 'Nakuha na ng courier', 'Nasa sorting center', 'Idedeliver na', 'Na-deliver na'],
  cancelAsked: ['May cancellation request', 'Gustong i-cancel ng buyer ang order {order}.'],
  notices: {
    order: [
      ['Bagong order', 'Naghihintay maipadala ang order {order}.'],
      ['May return request', 'Humihingi ng refund ang buyer ng {order}.'],
    ],
    product: [
      ['Paubos na ang stock', 'Paubos na ang {product}.'],
      ['Aprubado ang listing', 'Naka-online na ang {product}.'],
    ],
    finance: [['Na-release ang kita', 'Nasa balance mo na ang kita sa {order}.']],
    marketing: [
      ['Malapit nang matapos ang voucher', 'Matatapos ang isang voucher mo sa loob ng 24 oras.'],
      ['Sumali sa campaign', 'I-nominate ang products bago mag-Biyernes.'],
    ],
    system: [['Holiday logistics', 'Mas huli ang pickup ng courier tuwing holiday.']],
    violation: [['Listing violation', 'Lumabag sa patakaran ang {product} at may penalty points.']],
    listing_ban: [['Product banned', 'Tinanggal ang {product}.']],
    failed_delivery: [['Hindi naihatid', 'Hindi naihatid ang parcel ng {order}.']],
  },
  quickReplies: [
    ['Pagbati', 'Hello po! Ano po ang maitutulong namin?', 'Salamat po sa pagbisita.'],
    ['Delivery', 'Ipapadala po namin sa loob ng 24 oras.', 'On the way na po ang parcel.', '3 hanggang 5 araw po.'],
    ['After sales', 'Pa-send po ng picture ng item.', 'Approved na po ang refund.'],
  ],
};
