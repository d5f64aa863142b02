# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""EigenSkin by the eigenvectors of D^T D of each joint's examples; each kept eigenvector mixes examples. Its eigenvalues
are squares; 200 bits suffice for them."""
from mpmath import eigsy, matrix, mpf, sqrt

from examples.shape_by_example import example_palette, has_inverse, taken_back
from shared.basis import between, sigma_of, weights
from shared.linear import add, dot, linear_part, subtract, times, total, translation
from shared.pose import blend_of, posed_locals
from shared.question import Asked
from skinning import linear_blend

ZERO = [mpf(0)] * 3


def displacements(question, name):
    """[example][vertex]; None if the example does not take the vertex back to rest."""
    at_rest = question["positions" if name == "example_positions" else "normals"]
    rows = [[None] * len(at_rest) for _ in question[name]]
    for v, start in enumerate(at_rest):
        for k, of_example in enumerate(rows):
            B = blend_of(question, v, example_palette(question, k))
            if not has_inverse(linear_part(B)):
                continue
            posed = question[name][k][v]
            if name == "example_positions":
                posed = subtract(posed, translation(B))
            of_example[v] = subtract(taken_back(linear_part(B), posed), start)
    return rows


def squares_of(columns):
    """Eigenvalues of the products of columns, the largest first, and their vectors."""
    values, vectors = eigsy(matrix([[sum((dot(a, b) for a, b in zip(p, q)), mpf(0)) for q in columns] for p in columns]))
    order = sorted(range(len(columns)), key=lambda b: -values[b])
    return [max(values[b], mpf(0)) for b in order], [[vectors[k, b] for k in range(len(columns))] for b in order]


def mixtures(kept, a):
    """sum_b v_b (v_b . a): the factor of each example, from the kept directions only."""
    mixed = [mpf(0)] * len(a)
    for v in kept:
        mixed = add(mixed, times(dot(v, a), v))
    return mixed


def weights_of_rotation(question, j, examples, rotations):
    centres = [question["rest_rotations"][j]] + [question["example_rotations"][k] for k in examples]
    distances = [[between(x, y, "rotation-angle") for y in centres] for x in centres]
    asked = [between(rotations[j], x, "rotation-angle") for x in centres]
    return list(weights(distances, asked, sigma_of(question), 0))[1:]


def from_examples(question):
    """The corrections of positions and normals, and the further outputs."""
    V, J, P = len(question["positions"]), len(question["ranks"]), len(question["example_joints"])
    rotations = posed_locals(question)[1]
    d = displacements(question, "example_positions")
    with_normals = "normals" in question and "example_normals" in question
    dn = displacements(question, "example_normals") if with_normals else None
    moved, turned = [list(ZERO) for _ in range(V)], [list(ZERO) for _ in range(V)]
    a, s, eta = [mpf(0)] * P, [mpf(0)] * P, [mpf(1)] * J
    for j in range(J):
        own = [k for k in range(P) if question["example_joints"][k] == j]
        if not own:
            continue
        rank = question["ranks"][j]
        support = [all(d[k][v] is not None for k in own) for v in range(V)]
        if "threshold" in question:
            h = question["threshold"][0]
            support = [inside and any(dot(d[k][v], d[k][v]) > h**2 for k in own) for v, inside in enumerate(support)]
        share = weights_of_rotation(question, j, own, rotations) if rank > 0 else [mpf(0)] * len(own)
        for rows, added in ((d, moved), (dn, turned)):
            if rows is None:
                continue
            columns = [[rows[k][v] if inside else ZERO for v, inside in enumerate(support)] for k in own]
            squares, vectors = squares_of(columns)
            mixed = mixtures(vectors[:rank], share)
            for v in range(V):
                added[v] = add(added[v], total(times(m, column[v]) for m, column in zip(mixed, columns)))
            if rows is d:
                for k, square in zip(own, squares):
                    s[k] = sqrt(square)
                if sum(squares) > 0:
                    eta[j] = sum(squares[:rank], mpf(0)) / sum(squares)
        for k, a_k in zip(own, share):
            a[k] = a_k
    has_answer = [all(of_example[v] is not None for of_example in d) for v in range(V)]
    return moved, turned, has_answer, {"example_weights": a, "singular_values": s, "energies": eta}


def as_given(question):
    V = len(question["positions"])

    def sums(coefficients, rows):
        return [total(times(c, row[v]) for c, row in zip(coefficients, rows)) for v in range(V)]

    moved = sums(question["coefficients"], question["eigendisplacements"])
    turned = [ZERO] * V
    if "eigennormals" in question:
        turned = sums(question["normal_coefficients"], question["eigennormals"])
    return moved, turned, [True] * V, {}


def answer(question):
    moved, turned, has_answer, more = as_given(question) if question.level == "palette" else from_examples(question)
    corrected = {"positions": [add(x, d) for x, d in zip(question["positions"], moved)]}
    if "normals" in question:
        corrected["normals"] = [add(n, d) for n, d in zip(question["normals"], turned)]
    answers = linear_blend.answer(Asked(question, corrected, question.options))
    answers["corrected_positions"] = corrected["positions"]
    for name in ("positions", "normals", "tangents", "corrected_positions"):
        answers[name] = [row if there else None for row, there in zip(answers[name], has_answer)]
    return answers | more
