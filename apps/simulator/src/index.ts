export type { Simulator, SimulatorOptions } from './compose.ts';
export { SAMPLE_VIDEO, sampleVideoOf } from './control/sample-video.ts';
export { Letterbox } from './letters/letterbox.ts';
export { type MailServer, startMailServer } from './letters/mail-server.ts';
export { SMS_ACCESS, SmsGateway } from './letters/sms-gateway.ts';
export { MODEL_KEY, MODEL_NAME, ModelService } from './model/service.ts';
export type { MarketplaceEndpoint } from './provenance.ts';
export { startSimulator } from './simulator.ts';
export { TRANSLATION_KEY, TranslationService } from './translation/service.ts';
