import { z } from 'zod';

const trade = z.object({
  products: z.array(z.object({ productId: z.string(), title: z.string(), isOnline: z.boolean() })),
  vouchers: z.array(z.object({ voucherId: z.string(), voucherCode: z.string(), name: z.string() })),
  orders: z.array(z.object({ orderId: z.string(), orderNumber: z.string(), buyerId: z.string() })),
  stickers: z.array(z.object({ stickerId: z.string(), packageId: z.string(), symbol: z.string() })),
});
export type Trade = z.infer<typeof trade>;
export const readTrade = (answer: unknown): Trade => trade.parse(answer);
