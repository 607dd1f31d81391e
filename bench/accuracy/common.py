"""What the accuracy scripts share: where the corpora are, label files, and values as field and text."""
import html, json, os, re
CORPORA = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../../shared/corpora')
norm = lambda s: re.sub(r'\s+', ' ', html.unescape(s or '')).strip()
def leaves(v, name=''):
    """(field, text) of every labelled or extracted value."""
    if isinstance(v, list):
        for x in v: yield from leaves(x, name)
    elif isinstance(v, dict) and 'text' in v and not isinstance(v['text'], (dict, list)): yield name, norm(v['text'])
    elif isinstance(v, dict):
        for k, x in v.items(): yield from leaves(x, k)
def read_labels(path):
    """The labels of a file, with whole paths of pages."""
    labels = [json.loads(l) for l in open(path, encoding='utf8')]
    for l in labels: l['page'] = os.path.abspath(os.path.join(os.path.dirname(path), l['page']))
    return labels
def first_labelled(labels, k): return [l for l in labels if any(True for _ in leaves(l['records']))][:k]
def write_labels(path, labels): open(path, 'w', encoding='utf8').write(''.join(json.dumps(l) + '\n' for l in labels))
