import type { TradeWords } from './types.ts';

export const english: TradeWords = {
  editions: ['new season', 'gift box', 'for travel', 'family size', 'ready stock'],
  percentVoucher: '{percent}% off the whole shop',
  amountVoucher: '{amount} off your order',
  praise: ['Exactly as in the pictures.', 'Fast delivery, well packed.', 'Second time I buy here.', 'Great value!'],
  complaints: ['The box was dented.', 'Smaller than I thought.', 'It took two weeks to arrive.'],
  ratingReply: 'Thank you for your review! See you again soon.',
  sellerNotes: ['Gift: no price slip', 'Called, leave with the neighbour', 'Check the colour before packing'],
  tracking: ['Order accepted', 'Parcel collected', 'At the sorting centre', 'Out for delivery', 'Delivered'],
  cancelAsked: ['Cancellation requested', 'The buyer of {order} asks to cancel it.'],
  notices: {
    order: [
      ['New order', 'Order {order} waits to be shipped.'],
      ['Return requested', 'The buyer of {order} asks for a refund.'],
    ],
    product: [
      ['Low stock', '{product} is nearly sold out.'],
      ['Listing approved', '{product} is online.'],
    ],
    finance: [['Income released', 'The income of {order} is in your balance.']],
    marketing: [
      ['Voucher ends soon', 'One of your vouchers ends in 24 hours.'],
      ['Join the campaign', 'Nominate products by Friday.'],
    ],
    system: [['Holiday logistics', 'Couriers collect later during the holidays.']],
    violation: [['Listing violation', '{product} breaks a rule and costs penalty points.']],
    listing_ban: [['Product banned', '{product} was taken offline.']],
    failed_delivery: [['Delivery failed', 'The parcel of {order} could not be delivered.']],
  },
  quickReplies: [
    ['Greetings', 'Hi! How can we help?', 'Thanks for visiting, we answer within minutes.'],
    ['Delivery', 'We ship within 24 hours.', 'Your parcel is on its way.', 'It takes 3 to 5 days.'],
    ['After sales', 'Please send us a photo of the item.', 'We have approved your refund.'],
  ],
};
