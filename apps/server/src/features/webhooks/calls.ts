import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { resendWebhookEvent, testWebhook, webhookDeliveries } from './log.ts';
import { addWebhook, deleteWebhook, renewWebhookSecret, saveWebhook, webhooks } from './settings.ts';

export const WEBHOOKS_HANDLERS: HandlersOf<typeof CALLS.webhooks> = {
  webhooks: reading(webhooks),
  addWebhook: inTransaction(addWebhook),
  saveWebhook: inTransaction(saveWebhook),
  renewWebhookSecret: inTransaction(renewWebhookSecret),
  deleteWebhook: inTransaction(deleteWebhook),
  testWebhook: inTransaction(testWebhook),
  webhookDeliveries: reading(webhookDeliveries),
  resendWebhookEvent: inTransaction(resendWebhookEvent),
};
