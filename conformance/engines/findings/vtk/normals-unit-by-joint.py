# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Run: /usr/bin/python3 normals-unit-by-joint.py
# Exits with 0 if a scaled joint still rotates a blended normal as much as an unscaled joint.
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkPolyData
from vtkmodules.vtkCommonTransforms import vtkTransform
from vtkmodules.vtkFiltersHybrid import vtkWeightedTransformFilter
import numpy

mesh = vtkPolyData()
points = vtkPoints()
points.InsertNextPoint(1, 0, 0)
mesh.SetPoints(points)
weights = numpy_to_vtk(numpy.array([[0.5, 0.5]], numpy.float32), deep=True)
weights.SetName("weights")
mesh.GetPointData().AddArray(weights)
mesh.GetPointData().SetNormals(numpy_to_vtk(numpy.array([[1, 0, 0]], numpy.float32), deep=True))
still, grown = vtkTransform(), vtkTransform()
grown.RotateZ(90)
grown.Scale(3, 3, 3)
skin = vtkWeightedTransformFilter()
skin.SetInputData(mesh)
skin.SetWeightArray("weights")
skin.SetNumberOfTransforms(2)
skin.SetTransform(still, 0)
skin.SetTransform(grown, 1)
skin.Update()
x, y, _ = skin.GetOutput().GetPointData().GetNormals().GetTuple3(0)
print(f"the normal is ({x:.4f}, {y:.4f}); the inverse transposes, blended, make it (0.9487, 0.3162), the blended matrices (0.3162, 0.9487)")
if abs(x - y) > 1e-6:
    raise SystemExit("it is not half way between the two")
