/** How many of the random tests and of the combinations run. All numbers are our choice. */
export interface TestDepth {
  /** Mutated frames of the chat protocol's fuzz run. */
  readonly fuzzFrames: number;
  /** Seeds of the run in which chat client and chat server must converge; named seeds always run. */
  readonly convergenceSeeds: number;
  /** Random plans of the desk's replica. */
  readonly replicaPlans: number;
  /** Random texts for the parser of exact numbers. */
  readonly exactTexts: number;
  /**
   * True: every step of a delivery in every mode. False: every step once at each marketplace, with the modes in turn;
   * cards and videos at some steps.
   */
  readonly isFireWhole: boolean;
  /**
   * True: a journey whose screen is the same at every marketplace goes through all of them. False: through one, and the
   * files take turns.
   */
  readonly isEachMarketplaceVisited: boolean;
  /**
   * True: what must hold in every look of a screen is looked at in all of them: languages, colour schemes and widths.
   * False: in some of them, and the tests take turns.
   */
  readonly isEveryLookTaken: boolean;
  /** Seeds by which a server is killed while it reads the orders of a shop, at each marketplace. */
  readonly cutReadings: number;
  /** Days of the simulated trade whose figures are recomputed. */
  readonly tradedDays: number;
  /** Days of the shops in which messages go out without a person, and the seeds from which they are played. */
  readonly automaticDays: number;
  readonly automaticSeeds: number;
  /** Times that the database goes away under load. */
  readonly outages: number;
  readonly longestOutageMs: number;
  /**
   * True: root and an ordinary user each start a fresh clone. False: where root runs the tests, the ordinary user
   * alone.
   */
  readonly isClonedTwice: boolean;
  /** Orders of the export whose memory is measured. */
  readonly exportRows: number;
  /** True: a workbook is written of more rows than a sheet holds. */
  readonly isSheetFilled: boolean;
}

/** Made once for the run of a project. */
export interface SharedScreens {
  /** How a process starts its Chromium. */
  readonly launch: { readonly executablePath: string; readonly args: string[] };
  /** The folder of the built web client. */
  readonly folder: string;
}

/** Where the desk and the buyer's phone of a demo that all journeys of a worker use are. */
export interface SharedDemo {
  readonly deskUrl: string;
  readonly phoneUrl: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly depth: TestDepth;
    /** The folder of a migrated PostgreSQL cluster that is not running. Set for the projects with a database. */
    readonly migratedCluster: string;
    /** The built program of the server that tests kill. Set for the same projects. */
    readonly victim: string;
    /** Set for the projects with a browser. */
    readonly screens: SharedScreens;
    /** Of the journeys: a demo for every worker. */
    readonly demos: readonly SharedDemo[];
  }
}

/** The depth of `npm test`. */
export const SHORT: TestDepth = {
  fuzzFrames: 20_000,
  convergenceSeeds: 500,
  replicaPlans: 250,
  exactTexts: 20_000,
  isFireWhole: false,
  isEachMarketplaceVisited: false,
  isEveryLookTaken: false,
  cutReadings: 1,
  tradedDays: 7,
  automaticDays: 7,
  automaticSeeds: 1,
  outages: 2,
  longestOutageMs: 5_000,
  isClonedTwice: false,
  exportRows: 10_000,
  isSheetFilled: false,
};

/** The depth of `npm run test:long`. */
export const LONG: TestDepth = {
  fuzzFrames: 1_000_000,
  convergenceSeeds: 10_000,
  replicaPlans: 1_000,
  exactTexts: 100_000,
  isFireWhole: true,
  isEachMarketplaceVisited: true,
  isEveryLookTaken: true,
  cutReadings: 20,
  tradedDays: 31,
  automaticDays: 31,
  automaticSeeds: 5,
  outages: 10,
  longestOutageMs: 120_000,
  isClonedTwice: true,
  exportRows: 200_000,
  isSheetFilled: true,
};
