import { describeReceivingUnderFire } from './receiving.ts';
import { describeSendingUnderFire } from './sending.ts';

describeReceivingUnderFire('tiktok');
describeSendingUnderFire('tiktok');
