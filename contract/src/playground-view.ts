/** Types of the data sent to the playground's page. All values are display-ready text. */

export type Verdict = {
  kind: 'same' | 'waiting' | 'different';
  sentence: string;
};

export type OurSide = {
  state: string;
  amount: string;
  method: string;
  postings: { from: string; to: string; amount: string }[];
};

export type TheirSide = {
  transactionId: string;
  status: string;
  amount: string;
  processor: string;
  notes: string[];
};

export type TimelineStep = { label: string; note: string; at: string; isOpen: boolean };

export type PairView = {
  key: string;
  company: string;
  invoice: { reference: string; status: string; paid: string; total: string } | null;
  ours: OurSide | null;
  theirs: TheirSide[];
  verdict: Verdict;
  timeline: TimelineStep[];
};

export type StoryStep = { text: string; at: string };

export type StoryView = {
  name: string;
  title: string;
  steps: StoryStep[];
  state: 'running' | 'done' | 'failed';
};

export type DebitView = { transactionId: string; label: string };

export type View = {
  now: string;
  moved: string;
  nextEvent: string;
  ledgerHash: string;
  differences: number;
  pairs: PairView[];
  processes: { role: 'web' | 'worker'; name: string; state: string; restarts: number }[];
  waitingFaults: string[];
  webhooks: string[];
  mails: { subject: string; to: string; at: string }[];
  debits: DebitView[];
  story: StoryView | null;
  busy: string | null;
  problem: string | null;
  canReset: boolean;
};

export type TestData = {
  processor: string;
  title: string;
  routingNumber: string;
  cards: { number: string; result: string }[];
  accounts: { number: string; result: string }[];
};

export type Settings = {
  sandbox: string;
  mailbox: string;
  stories: { name: string; title: string; summary: string }[];
  faults: { name: string; label: string; explanation: string; group: 'charge' | 'webhook' }[];
  returnCodes: { code: string; reason: string }[];
  companies: { name: string; processor: string; links: { label: string; url: string }[] }[];
  testData: TestData[];
};
