// Companies with difficult brand colors.

export type SampleCompany = {
  key: string;
  name: string;
  mainColor: string;
  secondaryColor: string;
};

const HARBOR: SampleCompany = {
  key: 'harbor',
  name: 'Harbor Dental',
  mainColor: '#0f766e',
  secondaryColor: '#14b8a6',
};

export const COMPANIES: readonly SampleCompany[] = [
  HARBOR,
  {
    key: 'yellow',
    name: 'Sunfield Solar Cooperative of the Greater Willamette Valley',
    mainColor: '#fde68a',
    secondaryColor: '#fef9c3',
  },
  { key: 'black', name: 'Noir Studio', mainColor: '#111111', secondaryColor: '#444444' },
  { key: 'white', name: 'Snow & Partners', mainColor: '#ffffff', secondaryColor: '#eeeeee' },
  { key: 'navy', name: 'Northwind Energy', mainColor: '#1e3a8a', secondaryColor: '#f59e0b' },
  { key: 'rose', name: 'Rosalind', mainColor: '#e11d48', secondaryColor: '#fb7185' },
];

export function toCompany(key: string | null): SampleCompany {
  return COMPANIES.find((company) => company.key === key) ?? HARBOR;
}
