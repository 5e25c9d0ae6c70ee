export { SAMPLE_VIDEO, sampleVideoOf } from '@pasar/simulator';
export { describeConnectorContract } from './connector-contract.ts';
export type { ContractSubject, SimulatorFacts } from './contract/subject.ts';
export { type FaultInput, type Place, SimulatorControl } from './control.ts';
export { createMemoryDomainSwitch } from './domain-switch.ts';
export { createFakeClock, type FakeClock } from './fake-clock.ts';
export { StreamLog } from './stream-log.ts';
export { eventually, within } from './wait.ts';
export { createWatchedBridge, type WatchedBridge } from './watched-bridge.ts';
