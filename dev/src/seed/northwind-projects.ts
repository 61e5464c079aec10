/** Northwind Builders' construction sites: orders and estimates in every status. */
import type { DemoProject } from './demo-data.ts';

export const KITCHEN: DemoProject = {
  ref: 'NW-P-118',
  name: 'Kitchen remodel, Maple Street',
  status: 'In Progress',
  startedDaysAgo: 132,
  orders: [
    ['NW-O-1181', 'Demolition and disposal', 'Closed', '4,200.00', '4,200.00'],
    ['NW-O-1182', 'Rough plumbing and electrical', 'Closed', '6,850.00', '6,850.00'],
    ['NW-O-1183', 'Installation of the cabinets', 'In Progress', '6,900.00', '0.00'],
    ['NW-O-1184', 'Tile and flooring', 'Open', '5,340.00', '0.00'],
    ['NW-O-1185', 'Under-cabinet lighting', 'Draft', '1,180.00', '0.00'],
    ['NW-O-1186', 'Skylight', 'Canceled', '3,900.00', '0.00'],
  ],
  estimates: [
    {
      ref: 'NW-E-402',
      memo: 'Upgrade to quartz countertops',
      status: 'Open',
      expiresInDays: 14,
      items: [
        ['Quartz slab, 46 sq ft', '3,680.00'],
        ['Templating and installation', '1,240.00'],
      ],
    },
    {
      ref: 'NW-E-377',
      memo: 'Gas line for the range',
      status: 'Processed',
      expiresInDays: -84,
      items: [
        ['Gas line, 18 ft', '940.00'],
        ['Permit and inspection', '260.00'],
      ],
    },
  ],
};

export const DECK: DemoProject = {
  ref: 'NW-P-125',
  name: 'Backyard deck',
  status: 'Draft',
  startedDaysAgo: 8,
  orders: [],
  estimates: [
    {
      ref: 'NW-E-411',
      memo: 'Composite deck with railing, 320 sq ft',
      status: 'Draft',
      expiresInDays: 30,
      items: [
        ['Footings and framing', '4,760.00'],
        ['Composite decking', '6,240.00'],
        ['Aluminum railing', '2,150.00'],
      ],
    },
  ],
};

export const ROOF: DemoProject = {
  ref: 'NW-P-101',
  name: 'Roof replacement',
  status: 'Closed',
  startedDaysAgo: 440,
  orders: [['NW-O-1011', 'Tear-off and new shingles', 'Closed', '12,480.00', '12,480.00']],
  estimates: [],
};

export const GARAGE: DemoProject = {
  ref: 'NW-P-121',
  name: 'Detached garage',
  status: 'Open',
  startedDaysAgo: 70,
  orders: [
    ['NW-O-1211', 'Electrical feed', 'Open', '2,450.00', '0.00'],
    ['NW-O-1212', 'Framing and siding', 'Open', '16,900.00', '0.00'],
  ],
  estimates: [
    {
      ref: 'NW-E-405',
      memo: 'Insulated doors with openers',
      status: 'Pending billing',
      expiresInDays: 9,
      items: [['Insulated door, 2 times', '3,960.00']],
    },
    {
      ref: 'NW-E-388',
      memo: 'Heated floor',
      status: 'Expired',
      expiresInDays: -41,
      items: [['Hydronic heating, 480 sq ft', '5,760.00']],
    },
  ],
};

export const STOREFRONT: DemoProject = {
  ref: 'NW-P-109',
  name: 'Storefront renovation',
  status: 'Canceled',
  startedDaysAgo: 300,
  orders: [],
  estimates: [
    {
      ref: 'NW-E-351',
      memo: 'New facade and entrance',
      status: 'Canceled',
      expiresInDays: -255,
      items: [
        ['Aluminum storefront', '18,200.00'],
        ['Accessible entrance', '4,600.00'],
      ],
    },
  ],
};
