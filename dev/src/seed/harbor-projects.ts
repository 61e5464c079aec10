/** Harbor Dental's treatment plans: orders and estimates in every status. */
import type { DemoProject } from './demo-data.ts';

export const IMPLANT: DemoProject = {
  ref: 'HD-P-31',
  name: 'Implant restoration, lower left',
  status: 'In Progress',
  startedDaysAgo: 150,
  orders: [
    ['HD-O-311', 'Surgical guide and planning', 'Closed', '480.00', '480.00'],
    ['HD-O-312', 'Healing visits and temporary tooth', 'In Progress', '520.00', '0.00'],
    ['HD-O-313', 'Abutment and ceramic crown', 'Open', '1,640.00', '0.00'],
    ['HD-O-314', 'Soft-tissue graft', 'Draft', '890.00', '0.00'],
    ['HD-O-315', 'Temporary bridge', 'Canceled', '310.00', '0.00'],
  ],
  estimates: [
    {
      ref: 'HD-E-87',
      memo: 'Bone graft, if the scan shows that it is needed',
      status: 'Open',
      expiresInDays: 18,
      items: [
        ['Bone graft material', '540.00'],
        ['Membrane and placement', '650.00'],
      ],
    },
    {
      ref: 'HD-E-74',
      memo: 'Sedation during the placement',
      status: 'Processed',
      expiresInDays: -110,
      items: [
        ['Intravenous sedation, 2 hours', '390.00'],
        ['Monitoring', '85.00'],
      ],
    },
  ],
};

export const WHITENING: DemoProject = {
  ref: 'HD-P-22',
  name: 'Whitening package',
  status: 'Canceled',
  startedDaysAgo: 260,
  orders: [],
  estimates: [
    {
      ref: 'HD-E-59',
      memo: 'In-office whitening, two sessions',
      status: 'Canceled',
      expiresInDays: -215,
      items: [['Whitening session, 2 times', '400.00']],
    },
  ],
};

export const GUM_CARE: DemoProject = {
  ref: 'HD-P-34',
  name: 'Periodontal care program',
  status: 'Open',
  startedDaysAgo: 120,
  orders: [['HD-O-341', 'Maintenance visits, first year', 'Open', '640.00', '0.00']],
  estimates: [
    {
      ref: 'HD-E-90',
      memo: 'Deep cleaning before the maintenance visits',
      status: 'Pending billing',
      expiresInDays: 12,
      items: [['Deep cleaning, 2 quadrants', '410.00']],
    },
    {
      ref: 'HD-E-66',
      memo: 'Antibiotic therapy',
      status: 'Expired',
      expiresInDays: -70,
      items: [['Local antibiotic, 6 sites', '330.00']],
    },
  ],
};

export const REHABILITATION: DemoProject = {
  ref: 'HD-P-36',
  name: 'Full-mouth rehabilitation',
  status: 'Draft',
  startedDaysAgo: 6,
  orders: [],
  estimates: [
    {
      ref: 'HD-E-92',
      memo: 'First proposal, before imaging',
      status: 'Draft',
      expiresInDays: 28,
      items: [
        ['Ceramic crown, 8 times', '9,920.00'],
        ['Veneer, 6 times', '7,080.00'],
      ],
    },
  ],
};

export const WISDOM_TEETH: DemoProject = {
  ref: 'HD-P-18',
  name: 'Wisdom teeth removal',
  status: 'Closed',
  startedDaysAgo: 470,
  orders: [['HD-O-181', 'Removal of two wisdom teeth', 'Closed', '780.00', '780.00']],
  estimates: [],
};
