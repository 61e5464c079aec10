/** Summit Utilities' work for individual customers: orders and estimates in every status. */
import type { DemoProject } from './demo-data.ts';

export const SERVICE_UPGRADE: DemoProject = {
  ref: 'SU-P-57',
  name: 'Service upgrade to 200 amps',
  status: 'In Progress',
  startedDaysAgo: 64,
  orders: [
    ['SU-O-571', 'Site survey', 'Closed', '185.00', '185.00'],
    ['SU-O-572', 'Panel and grounding', 'In Progress', '1,130.00', '0.00'],
    ['SU-O-573', 'Line extension', 'Open', '960.00', '0.00'],
    ['SU-O-574', 'Surge protection', 'Draft', '240.00', '0.00'],
    ['SU-O-575', 'Second meter', 'Canceled', '610.00', '0.00'],
  ],
  estimates: [
    {
      ref: 'SU-E-131',
      memo: 'Light at the new meter',
      status: 'Open',
      expiresInDays: 20,
      items: [
        ['Pole light', '310.00'],
        ['Trenching, 25 ft', '330.00'],
      ],
    },
    {
      ref: 'SU-E-120',
      memo: 'Temporary power during the upgrade',
      status: 'Processed',
      expiresInDays: -28,
      items: [['Temporary service, 2 days', '140.00']],
    },
  ],
};

export const SOLAR: DemoProject = {
  ref: 'SU-P-60',
  name: 'Solar interconnection',
  status: 'Open',
  startedDaysAgo: 30,
  orders: [['SU-O-601', 'Bidirectional meter', 'Open', '375.00', '0.00']],
  estimates: [
    {
      ref: 'SU-E-133',
      memo: 'Monitoring of the solar output',
      status: 'Pending billing',
      expiresInDays: 10,
      items: [
        ['Production meter', '290.00'],
        ['Data service, first year', '96.00'],
      ],
    },
    {
      ref: 'SU-E-109',
      memo: 'Battery interconnection',
      status: 'Expired',
      expiresInDays: -60,
      items: [['Study for storage', '300.00']],
    },
  ],
};

export const GAS_LINE: DemoProject = {
  ref: 'SU-P-44',
  name: 'New gas line',
  status: 'Closed',
  startedDaysAgo: 520,
  orders: [['SU-O-441', 'Gas line and regulator', 'Closed', '2,150.00', '2,150.00']],
  estimates: [],
};

export const TREE_WORK: DemoProject = {
  ref: 'SU-P-49',
  name: 'Tree trimming at the service line',
  status: 'Canceled',
  startedDaysAgo: 240,
  orders: [],
  estimates: [
    {
      ref: 'SU-E-98',
      memo: 'Trimming of two cottonwoods',
      status: 'Canceled',
      expiresInDays: -200,
      items: [['Trimming and removal', '680.00']],
    },
  ],
};

export const HEAT_PUMP: DemoProject = {
  ref: 'SU-P-62',
  name: 'Heat pump rebate program',
  status: 'Draft',
  startedDaysAgo: 4,
  orders: [],
  estimates: [
    {
      ref: 'SU-E-136',
      memo: 'Sealing the ducts before a heat pump',
      status: 'Draft',
      expiresInDays: 29,
      items: [['Duct sealing', '340.00']],
    },
  ],
};
