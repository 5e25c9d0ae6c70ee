import { CALLS, type CallInput } from '@pasar/api';
import { callApi } from '../../base/call-api.ts';

export type WebhookSettings = CallInput<typeof CALLS.webhooks.addWebhook>;

export const addWebhook = (settings: WebhookSettings) => callApi(CALLS.webhooks.addWebhook, settings);
export const saveWebhook = (webhookId: string, isOn: boolean, settings: WebhookSettings) =>
  callApi(CALLS.webhooks.saveWebhook, { webhookId, isOn, ...settings });
export const renewWebhookSecret = (webhookId: string) => callApi(CALLS.webhooks.renewWebhookSecret, { webhookId });
export const deleteWebhook = (webhookId: string) => callApi(CALLS.webhooks.deleteWebhook, { webhookId });
export const testWebhook = (webhookId: string) => callApi(CALLS.webhooks.testWebhook, { webhookId });
export const resendWebhookEvent = (webhookId: string, eventId: string) =>
  callApi(CALLS.webhooks.resendWebhookEvent, { webhookId, eventId });
