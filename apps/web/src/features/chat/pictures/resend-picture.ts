import { type DeliveryView, deliveryMediaPath } from '@pasar/api';
import type { Desk } from '@pasar/sync';
import { showLocally } from './local-pictures.ts';

/** Sends an unconfirmed picture as a new message. The server keeps its bytes until the delivery is settled. */
export async function resendPicture(desk: Desk, delivery: DeliveryView): Promise<void> {
  const { conversationId, deliveryId, content } = delivery;
  if (content.type !== 'image') return;
  const response = await fetch(deliveryMediaPath(deliveryId));
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const bytes = await response.blob();
  const url = URL.createObjectURL(bytes);
  showLocally(desk.sender.sendImage(conversationId, { ...content.image, bytes }), { ...content.image, url });
  desk.sender.dismissDelivery(delivery);
}
